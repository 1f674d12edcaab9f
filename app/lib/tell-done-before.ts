import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { toast } from '#app/ui/toast.ts'
import { common } from '#texts/common'

/** Says kindly that nothing was paid: the quest was done before, by `faster` when it was somebody else. */
export function tellDoneBefore(quest: Quest, faster: FamilyMember | undefined): void {
  toast(
    faster === undefined
      ? { title: common.doneBefore, description: common.doneBeforeMeans(quest.title) }
      : { title: common.wasFaster(faster.displayName), description: common.wasFasterMeans(quest.title) },
  )
}
