import { atom, useAtomValue, type Atom } from 'jotai'
import { useMemo } from 'react'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { Reward } from '#domain/contract/rewards.ts'
import { applyCommand, type Command } from '#domain/rules/commands.ts'
import { applyEvent, emptyFamilyState, type FamilyState } from '#domain/rules/family-state.ts'
import { store } from '#app/state/store.ts'

/** What the server has said of the family that this page shows. */
const serverStateAtom = atom(emptyFamilyState)

/** The commands that the server has not answered, in the order in which they were sent. */
const pendingAtom = atom<readonly Command[]>([])

/** What is shown: nothing but this is read by components. */
const familyStateAtom: Atom<FamilyState> = atom((get) => get(pendingAtom).reduce<FamilyState>(applyCommand, get(serverStateAtom)))

/** What the server has said, without pending commands. */
export const serverState = (): FamilyState => store.get(serverStateAtom)

/** What is shown at this moment, for what is no component. */
export const familyState = (): FamilyState => store.get(familyStateAtom)

/** Changes what the server has said: for what was read, or was kept on this device. */
export function updateServerState(update: (state: FamilyState) => FamilyState): void {
  store.set(serverStateAtom, update)
}

/** Applies events at once, so that a burst renders once. */
export function applyEvents(events: readonly FamilyEvent[]): void {
  updateServerState((state) => events.reduce(applyEvent, state))
}

/** Shows what a command will do, until `settleCommand`. */
export function showPending(command: Command): void {
  store.set(pendingAtom, (pending) => [...pending, command])
}

/** True while a command is pending. */
const isPendingAtom = atom((get) => get(pendingAtom).length > 0)
export const useIsPending = (): boolean => useAtomValue(isPendingAtom)

const settleAtom = atom(null, (_, set, command: Command, events: readonly FamilyEvent[]) => {
  set(serverStateAtom, (state) => events.reduce(applyEvent, state))
  set(pendingAtom, (pending) => (pending.includes(command) ? pending.filter((other) => other !== command) : pending))
})

/** Takes the command from what is pending, in the same step in which the events of its answer are applied; a refused one has none. */
export function settleCommand(command: Command, reply?: unknown): void {
  store.set(settleAtom, command, eventsOf(reply))
}

function eventsOf(reply: unknown): readonly FamilyEvent[] {
  if (typeof reply !== 'object' || reply === null || !('events' in reply)) return []
  // The call has parsed them. Of a reward that kids are not shown, the answer says what its event does not.
  return (reply.events as readonly FamilyEvent[]).map((event) => {
    const reward = event.type === 'reward.hidden' ? Reward.safeParse(reply).data : undefined
    return reward === undefined ? event : { type: 'reward.saved', revision: event.revision, reward }
  })
}

/** Returns a part of what is shown; renders when that part changes. */
export function useFamilyPart<Key extends keyof FamilyState>(key: Key): FamilyState[Key] {
  return useAtomValue(useMemo(() => atom((get) => get(familyStateAtom)[key]), [key]))
}

/** The same of what the server has said: for a dialog, which stays open while its own command is pending. */
export function useServerPart<Key extends keyof FamilyState>(key: Key): FamilyState[Key] {
  return useAtomValue(useMemo(() => atom((get) => get(serverStateAtom)[key]), [key]))
}
