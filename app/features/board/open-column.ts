import { atom } from 'jotai'
import type { ColumnId } from '#domain/contract/ids.ts'

/** The open column dialog: for a new column, or to edit or delete one. */
export const openColumnAtom = atom<{ kind: 'add' } | { kind: 'edit' | 'delete'; columnId: ColumnId } | null>(null)
