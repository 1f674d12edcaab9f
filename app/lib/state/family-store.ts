import { atom, useAtomValue, type Atom } from 'jotai'
import { useMemo } from 'react'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { Reward } from '#domain/contract/rewards.ts'
import { applyCommand, type Command } from '#domain/rules/commands.ts'
import { applyEvent, emptyFamilyState, type FamilyState } from '#domain/rules/family-state.ts'
import { store } from '#app/state/store.ts'
import { dismissOutdated } from '#app/state/toast.ts'

/** The server's state of the family that this page shows. */
const serverStateAtom = atom(emptyFamilyState)

/** The commands without a response yet, in the order of sending. */
const pendingAtom = atom<readonly Command[]>([])

/** The server's state with the pending commands applied: components read only this. */
const familyStateAtom: Atom<FamilyState> = atom((get) =>
  get(pendingAtom).reduce<FamilyState>(applyCommand, get(serverStateAtom)),
)

store.sub(familyStateAtom, dismissOutdated)

/** The server's state, without pending commands. */
export const serverState = (): FamilyState => store.get(serverStateAtom)

/** The shown state, for code outside of components. */
export const familyState = (): FamilyState => store.get(familyStateAtom)

type Listener = (before: FamilyState, after: FamilyState) => void
const listeners = new Set<Listener>()

/**
 * Calls `listener` with the shown states around each change that reached this page, but for the replies to its own
 * commands, which were shown before. Returns a function that ends this.
 */
export function onReceived(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Updates the server's state, with data that was read or restored from the offline copy. */
export function updateServerState(update: (state: FamilyState) => FamilyState): void {
  const before = familyState()
  store.set(serverStateAtom, update)
  for (const listener of listeners) listener(before, familyState())
}

/** Applies events in one update, so that a burst renders once. */
export function applyEvents(events: readonly FamilyEvent[]): void {
  updateServerState((state) => events.reduce(applyEvent, state))
}

/** Applies a command optimistically until `settleCommand`. */
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

/** Removes a pending command and applies the events of its reply in one update; a refused command has none. */
export function settleCommand(command: Command, reply?: unknown): void {
  store.set(settleAtom, command, eventsOf(reply))
}

function eventsOf(reply: unknown): readonly FamilyEvent[] {
  if (typeof reply !== 'object' || reply === null || !('events' in reply)) return []
  // The call has parsed the events. The event of a reward that is hidden from kids lacks its fields; the reply has
  // them.
  return (reply.events as readonly FamilyEvent[]).map((event) => {
    const reward = event.type === 'reward.hidden' ? Reward.safeParse(reply).data : undefined
    return reward === undefined ? event : { type: 'reward.saved', revision: event.revision, reward }
  })
}

/** Returns a part of the shown state; renders when that part changes. */
export function useFamilyPart<Key extends keyof FamilyState>(key: Key): FamilyState[Key] {
  return useAtomValue(useMemo(() => atom((get) => get(familyStateAtom)[key]), [key]))
}

const readForAtom = atom((get) => {
  const { readAt } = get(serverStateAtom)
  return readAt && `${readAt.days.startDate} ${readAt.actingMember}`
})

/** Returns the first day and the acting member of the last read, as one text; undefined until the state was read. */
export const useReadFor = (): string | undefined => useAtomValue(readForAtom)

/** Returns a part of the server's state, for a dialog that stays open while its own command is pending. */
export function useServerPart<Key extends keyof FamilyState>(key: Key): FamilyState[Key] {
  return useAtomValue(useMemo(() => atom((get) => get(serverStateAtom)[key]), [key]))
}
