import type { MemberId, QuestId } from '../contract/ids.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { Quest } from '../contract/quests.ts'
import type { FamilyState } from './family-state.ts'

/** The changes of a quest, the most important last: of several in a row only that one is told. */
const kinds = ['edited', 'moved', 'reopened', 'added', 'finished', 'gone'] as const

export type NewsKind = (typeof kinds)[number]
export type QuestNews = {
  kind: NewsKind
  quest: Quest
  /** The member who finished it. */
  memberId?: MemberId
}

/**
 * Returns what happened to the quests between two states of a family, and for a member only to their quests. Ignores
 * what is new only because it was read for the first time.
 */
export function newsBetween(before: FamilyState, after: FamilyState, of?: MemberId): QuestNews[] {
  const { readAt } = before
  if (before.family?.id !== after.family?.id || readAt === undefined) return []
  const isMine = (quest: Quest | undefined) => quest && (of === undefined || quest.assigneeIds.includes(of))
  const known = byId(before.quests)
  const present = byId(after.quests)
  // Days that were not read before.
  const isNews = ({ completedDate }: QuestCompletion) =>
    after.readAt?.days.startDate === readAt.days.startDate ||
    (completedDate >= readAt.days.startDate && completedDate <= readAt.days.endDate)

  const news: QuestNews[] = []
  const tell = (kind: NewsKind, questId: QuestId, memberId?: MemberId) => {
    const quest = present.get(questId) ?? known.get(questId)
    if (quest && (isMine(quest) || isMine(known.get(questId))))
      news.push({ kind, quest, ...(memberId && { memberId }) })
  }
  if (after.completions !== before.completions) {
    const [old, now] = [byKey(before.completions), byKey(after.completions)]
    for (const [key, done] of now) if (!old.has(key) && isNews(done)) tell('finished', done.questId, done.memberId)
    for (const [key, done] of old) if (!now.has(key) && isNews(done)) tell('reopened', done.questId)
  }
  if (after.quests !== before.quests) {
    for (const quest of after.quests) {
      const old = known.get(quest.id)
      if (quest === old || quest.version <= (old?.version ?? readAt.revision)) continue
      if (!isMine(old)) tell('added', quest.id)
      else if (!isMine(quest)) tell('gone', quest.id)
      else if (quest.columnId !== old?.columnId) tell('moved', quest.id)
      else if (contentOf(quest) !== contentOf(old)) tell('edited', quest.id)
    }
    // A quest that was finished long ago is only not read any more.
    for (const quest of before.quests)
      if (!present.has(quest.id) && (quest.finishedAt === null || after.tombstones[quest.id] !== undefined))
        tell('gone', quest.id)
  }
  return mainNews(news)
}

/** Leaves out what a more important news of the same quest says as well; keeps every member who finished it. */
export function mainNews(news: readonly QuestNews[]): QuestNews[] {
  const rank = new Map<QuestId, number>()
  for (const { kind, quest } of news) rank.set(quest.id, Math.max(rank.get(quest.id) ?? 0, kinds.indexOf(kind)))
  const told = new Map<string, QuestNews>()
  for (const one of news)
    if (kinds.indexOf(one.kind) === rank.get(one.quest.id)) told.set(`${one.quest.id} ${one.memberId}`, one)
  return [...told.values()]
}

const byId = (quests: readonly Quest[]) => new Map(quests.map((quest) => [quest.id, quest]))
const byKey = (completions: readonly QuestCompletion[]) =>
  new Map(completions.map((done) => [`${done.questId} ${done.memberId} ${done.completedDate}`, done]))

/** The fields that somebody edits. */
const contentOf = ({ title, description, icon, gemValue, assigneeIds, recurring, targetTime }: Quest) =>
  JSON.stringify([title, description, icon, gemValue, assigneeIds, recurring, targetTime])
