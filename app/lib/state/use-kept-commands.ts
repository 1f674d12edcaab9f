import { useEffect } from 'react'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Reply } from '#domain/contract/routes.ts'
import type { Command } from '#domain/rules/commands.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { toast, type ToastWords } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { alreadyDoneToast } from './already-done-toast.ts'
import { familyState } from './family-store.ts'
import { followKept, idsOf, type Outcome } from './kept-commands.ts'

/** Shows and sends what this device keeps of the acting member, and tells what was refused meanwhile. */
export const useKeptCommands = (member: MemberId | null): void =>
  useEffect(() => void followKept(member, tellOutcome), [member])

function tellOutcome(command: Command, { reply, error }: Outcome): void {
  if (error !== undefined) return void toast(refusedKindly(command, error))
  if (command.name !== 'moveOrEditQuest' || !('completingMemberId' in command.body)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The reply to this command.
  const { completed, ...quest } = reply as Reply<'moveOrEditQuest'>
  const doer = completed?.completion.memberId ?? quest.finishedBy ?? undefined
  if (completed?.isNew !== true) toast(alreadyDoneToast(quest, doer, command.body.completingMemberId))
}

/** Tells of a refusal that came later, when what was pressed may not be on the screen any more. */
export function refusedKindly(command: Command, error: unknown): ToastWords {
  const { quests, rewards } = familyState()
  const ids = idsOf(command)
  const about = [...quests, ...rewards].find(({ id }) => ids.includes(id))
  const reason = sentenceFrom(error, common.error)
  return {
    title: common.notThisTime,
    description: about === undefined ? reason : common.notThisTimeMeans(about.title, reason),
    isKind: true,
  }
}
