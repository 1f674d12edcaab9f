import { useAtomValue } from 'jotai'
import type { MemberId } from '#domain/contract/ids.ts'
import { storedAtom } from '#app/lib/state/stored-atom.ts'
import { store } from '#app/state/store.ts'

/** After so many pops a child knows that a quest is tapped. */
const enough = 10

/** The id of a child for each of its first pops on this device. */
const popsAtom = storedAtom('pops', (text) => text ?? '')

const isEnough = (pops: string, member: MemberId) => pops.split(member).length > enough

/** Whether the child has popped so often that it needs no hint. */
export const useKnowsHowToPop = (member: MemberId): boolean => isEnough(useAtomValue(popsAtom), member)

export function countPop(member: MemberId): void {
  const pops = store.get(popsAtom)
  if (!isEnough(pops, member)) store.set(popsAtom, `${pops} ${member}`.trim())
}
