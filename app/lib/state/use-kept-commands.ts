import { useEffect } from 'react'
import type { MemberId } from '#domain/contract/ids.ts'
import type { Reply } from '#domain/contract/routes.ts'
import type { Command } from '#domain/rules/commands.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { alreadyDoneToast } from './already-done-toast.ts'
import type { KeptCommand } from '#app/lib/offline/journal.ts'
import { followKept, type Outcome } from './kept-commands.ts'

/** Shows and sends what this device keeps of the acting member, and tells what was refused meanwhile. */
export const useKeptCommands = (member: MemberId | null): void =>
  useEffect(() => void followKept(member, tellOutcome), [member])

function tellOutcome({ command, title }: KeptCommand, { reply, error }: Outcome): void {
  if (error !== undefined) return tellRefusal(command, title, error)
  if (command.name !== 'moveOrEditQuest' || !('completingMemberId' in command.body)) return undefined
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The reply to this command.
  const { completed, ...quest } = reply as Reply<'moveOrEditQuest'>
  const doer = completed?.completion.memberId ?? quest.finishedBy ?? undefined
  if (completed?.isNew !== true) toast(alreadyDoneToast(quest, doer, command.body.completingMemberId))
}

/**
 * Tells of a refusal that came later, when what was pressed may not be on the screen any more. A celebration costs
 * nothing, and its child was congratulated at once.
 */
export function tellRefusal(command: Command, title: string, error: unknown): void {
  if (command.name === 'redeemReward' && command.body.gemCost === 0) return
  const reason = sentenceFrom(error, common.error)
  toast({
    title: common.notThisTime,
    description: title === '' ? reason : common.notThisTimeMeans(title, reason),
    isKind: true,
  })
}
