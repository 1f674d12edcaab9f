import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import { isSomedayColumn } from '#domain/rules/columns.ts'
import { statusOfQuest } from '#domain/rules/quests.ts'
import { completedBySomeoneElse } from '#domain/rules/completions.ts'
import { membersOf, type CalendarDays } from '#app/lib/state/use-calendar.ts'
import { listed } from '#app/texts/isolated.ts'
import { common } from '#texts/common'
import { kid } from '#texts/kid'

/** The question whether a member has done a quest; `over` has the reason as text if there is nothing left to ask. */
export type CompletionPrompt = {
  quest: Quest
  over?: { title: string; text: string; face: FamilyMember | undefined }
}

/**
 * Updates the question about `asked` to the current state: the quest may be renamed, changed, done, reassigned or
 * deleted.
 * @param calendar The calendar of `member` alone.
 * @param all Every quest of the family; undefined until they were read.
 */
export function completionPrompt(
  asked: Quest,
  member: FamilyMember,
  {
    quests,
    columns,
    members,
    today,
    occurrenceOn,
    isDoneNow,
    isExcused,
  }: Pick<CalendarDays, 'quests' | 'columns' | 'members' | 'today' | 'occurrenceOn' | 'isDoneNow' | 'isExcused'>,
  all: readonly Quest[] | undefined,
): CompletionPrompt {
  const quest = quests.find(({ id }) => id === asked.id)
  if (quest === undefined) {
    const theirs = all?.find(({ id }) => id === asked.id)
    if (theirs === undefined)
      return { quest: asked, over: { title: kid.questGone, text: kid.questGoneMeans(asked.title), face: undefined } }
    const assignees = membersOf(theirs.assigneeIds, members)
    const names = listed(assignees.map(({ displayName }) => displayName)) || common.somebody
    return { quest: theirs, over: { title: kid.notYours, text: kid.isFor(theirs.title, names), face: assignees[0] } }
  }
  const isDone = quest.recurring === 'once' ? statusOfQuest(quest, columns) === 'done' : isDoneNow(quest)
  const isForSomeday = isSomedayColumn(columns, quest.columnId)
  // It was given other days; one that only a midnight has passed may still be done.
  if (!isDone && (isForSomeday || (occurrenceOn(today, quest.id) === undefined && quest.version !== asked.version)))
    return { quest, over: { title: kid.notToday, text: kid.notTodayMeans(quest.title), face: undefined } }
  if (!isDone && isExcused(quest))
    return { quest, over: { title: kid.notToday, text: kid.notNeeded(quest.title), face: undefined } }
  if (!isDone) return { quest }
  const doer = completedBySomeoneElse(quest, occurrenceOn(today, quest.id)?.doneBy ?? [], member.id)
  if (doer === undefined)
    return {
      quest,
      over: { title: common.doneBefore, text: common.doneBeforeMeans(quest.title, quest.gemValue), face: undefined },
    }
  const faster = members.find(({ id }) => id === doer)
  return {
    quest,
    over: {
      title: common.wasFaster(faster?.displayName ?? common.somebody),
      text: common.wasFasterMeans(quest.title),
      face: faster,
    },
  }
}
