import { atom } from 'jotai'
import type { Day } from '#domain/contract/days.ts'
import type { ColumnId, MemberId, QuestId } from '#domain/contract/ids.ts'
import { store } from '#app/state/store.ts'

/**
 * The quest dialog: closed, for a new quest (in a given column, on a given day, or with a title), or for one that exists,
 * which may be duplicated instead.
 */
export const questDialogAtom = atom<
  | { kind: 'create'; columnId?: ColumnId; day?: Day; title?: string }
  | { kind: 'edit' | 'duplicate'; questId: QuestId }
  | null
>(null)

/** The quest whose deletion waits for a confirmation. */
export const questToDeleteAtom = atom<QuestId | null>(null)

/** Whether the completion dialog is open for a child. */
export const questionOpenAtom = atom(false)

/** The member whose PIN is requested before this device acts as them. */
export const pinDialogAtom = atom<MemberId | null>(null)

/** The child to whom a parent without a PIN is about to hand this device. */
export const handOverAtom = atom<MemberId | null>(null)

/** Closes the dialogs that were opened for the previous acting member. */
export function closeDialogs(): void {
  store.set(questDialogAtom, null)
  store.set(questToDeleteAtom, null)
  store.set(pinDialogAtom, null)
  store.set(handOverAtom, null)
}
