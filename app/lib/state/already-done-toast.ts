import type { MemberId } from '#domain/contract/ids.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { familyState } from './family-store.ts'

/** The toast for a completion that paid nothing, because `doer`, who may be `member`, had done the quest before. */
export function alreadyDoneToast(quest: Quest, doer: MemberId | undefined, member: string): ToastWords {
  const faster = doer === member ? undefined : familyState().members.find(({ id }) => id === doer)
  return faster === undefined
    ? { title: common.doneBefore, description: common.doneBeforeMeans(quest.title, quest.gemValue) }
    : { title: common.wasFaster(faster.displayName), description: common.wasFasterMeans(quest.title) }
}
