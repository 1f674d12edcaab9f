import { useAtomValue } from 'jotai'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { QuestId } from '#domain/contract/ids.ts'
import { remoteDragsAtom } from '#app/lib/live/live-status.ts'
import { kid } from '#texts/kid'

/** Returns a function for the name of the member who drags a quest on another screen. */
export function useDraggedBy(members: readonly FamilyMember[]): (questId: QuestId) => string | undefined {
  const lifted = useAtomValue(remoteDragsAtom)
  return (questId) => {
    const dragger = lifted.get(questId)
    return dragger === undefined ? undefined : (members.find(({ id }) => id === dragger)?.displayName ?? kid.somebody)
  }
}
