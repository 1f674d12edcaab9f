import { atom } from 'jotai'
import type { MemberId, QuestId } from '#domain/contract/ids.ts'

/** Whether the shown data is current, or was at the last poll; after `since` it may be out of date. */
export type LiveStatus =
  | { state: 'connecting' }
  | { state: 'live' }
  | { state: 'polling' }
  | { state: 'lost'; since: Date }

export const liveStatusAtom = atom<LiveStatus>({ state: 'connecting' })

/** When the offline copy on the screen was current; undefined once the server has been reached. */
export const offlineSinceAtom = atom<Date | undefined>(undefined)

/** The cards that are being dragged on other devices, and the members who drag them. */
export const remoteDragsAtom = atom<ReadonlyMap<QuestId, MemberId>>(new Map())
