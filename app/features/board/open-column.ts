import { atom } from 'jotai'
import type { ColumnId } from '#domain/contract/ids.ts'

/** The question about columns that is open: a new one, or one that is edited or deleted. */
export const openColumnAtom = atom<{ kind: 'add' } | { kind: 'edit' | 'delete'; columnId: ColumnId } | null>(null)
