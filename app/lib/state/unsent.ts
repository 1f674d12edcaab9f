import { atom, useAtomValue } from 'jotai'
import type { MemberId } from '#domain/contract/ids.ts'
import { completionKey } from '#domain/rules/family-state.ts'
import type { KeptCommand } from '#app/lib/offline/journal.ts'
import { lateIdsAtom, useLateIds } from '#app/state/late-ids.ts'
import { store } from '#app/state/store.ts'
import { useFamilyPart, useServerPart } from './family-store.ts'
import { actingMember, actingMemberAtom, end, idsOf, keptAtom, keptCommands, WithdrawnError } from './kept-commands.ts'

/* What waits to be sent, as screens show it and ask about it. */

const waitingAtom = atom((get) => {
  const late = get(lateIdsAtom)
  return get(keptAtom).filter(
    ({ command, memberId, isTooOld }) =>
      !isTooOld && memberId === get(actingMemberAtom) && idsOf(command).some((id) => late.has(id)),
  )
})

/** The commands of the acting member that wait to be sent. */
export const useWaiting = (): readonly KeptCommand[] => useAtomValue(waitingAtom)

/** The gems that a member gets when the completions have arrived that wait to be sent. */
export function useWaitingGems(memberId: MemberId): number {
  const late = useLateIds()
  const [shown, quests, arrived] = [useFamilyPart('completions'), useFamilyPart('quests'), useServerPart('completions')]
  if (late.size === 0) return 0
  const known = new Set(arrived.map(completionKey))
  const waiting = shown.filter(
    (done) => done.memberId === memberId && late.has(done.questId) && !known.has(completionKey(done)),
  )
  return waiting.reduce((gems, { questId }) => gems + (quests.find(({ id }) => id === questId)?.gemValue ?? 0), 0)
}

const tooOldAtom = atom((get) =>
  get(keptAtom).filter(({ memberId, isTooOld }) => isTooOld && memberId === get(actingMemberAtom)),
)

/** The titles of what was done too long ago, and how to dismiss them. */
export function useTooOld(): { titles: readonly string[]; dismiss: () => void } {
  const tooOld = useAtomValue(tooOldAtom)
  return {
    titles: tooOld.map(({ title }) => title),
    dismiss: () => tooOld.forEach((kept) => end(kept, { error: new WithdrawnError() })),
  }
}

/** The member whose commands are shown and sent. */
export const useActingMember = () => useAtomValue(actingMemberAtom)

/** What waits for the acting member, also what has just been pressed. */
export const unsentCount = (): number =>
  keptCommands().filter(({ memberId, isTooOld }) => !isTooOld && memberId === actingMember()).length

/** Resolves when nothing waits any more, or after `ms`. */
export const allSent = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const stop = store.sub(keptAtom, () => unsentCount() === 0 && done())
    if (unsentCount() === 0) done()
  })

/** Forgets what waits for the acting member. */
export const loseUnsent = (): void =>
  keptCommands().forEach((kept) => kept.memberId === actingMember() && end(kept, { error: new WithdrawnError() }))
