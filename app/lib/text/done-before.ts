import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { common } from '#texts/common'

/** What a toast says when nothing was paid, because the quest was done before, by `faster` when it was somebody else. */
export function doneBefore(quest: Quest, faster: FamilyMember | undefined): { title: string; description: string } {
  return faster === undefined
    ? { title: common.doneBefore, description: common.doneBeforeMeans(quest.title) }
    : { title: common.wasFaster(faster.displayName), description: common.wasFasterMeans(quest.title) }
}
