import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { familyState } from '#app/lib/state/family-store.ts'
import { common } from '#texts/common'

/** The toast for a completion that paid nothing, because `doer`, who may be `member`, had done the quest before. */
export function alreadyDoneToast(quest: Quest, doer: MemberId | undefined, member: string): { title: string; description: string } {
  const faster = doer === member ? undefined : familyState().members.find(({ id }) => id === doer)
  return faster === undefined
    ? { title: common.doneBefore, description: common.doneBeforeMeans(quest.title) }
    : { title: common.wasFaster(faster.displayName), description: common.wasFasterMeans(quest.title) }
}
