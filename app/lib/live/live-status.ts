import { atom } from 'jotai'
import type { MemberId, QuestId } from '#domain/contract/ids.ts'

/** Whether what is on the screen is what the family has, or had at the last poll; `since` says from when on it may be old. */
export type LiveStatus = { state: 'connecting' } | { state: 'live' } | { state: 'polling' } | { state: 'lost'; since: Date }

export const liveStatusAtom = atom<LiveStatus>({ state: 'connecting' })

/** From when what is on the screen was kept on this device; until the family has been reached once. */
export const keptSinceAtom = atom<Date | undefined>(undefined)

/** Cards that are dragged on another device at this moment, and by whom. */
export const remoteDragsAtom = atom<ReadonlyMap<QuestId, MemberId>>(new Map())

/** Members who are here now, this device's own among them; nobody while the connection is lost. */
export const presentMembersAtom = atom<ReadonlySet<MemberId>>(new Set<MemberId>())
