import type { FamilyEvent } from '../contract/events.ts'
import type { FamilyMember } from '../contract/family-members.ts'
import type { GemEntry } from '../contract/gems.ts'
import type { QuestCompletion } from '../contract/quest-completions.ts'
import type { QuestColumn } from '../contract/quest-columns.ts'
import type { Quest } from '../contract/quests.ts'
import type { Redemption } from '../contract/redemptions.ts'
import type { Reward } from '../contract/rewards.ts'

/** All of a family that live news can change. */
export type Household = {
  columns: readonly QuestColumn[]
  quests: readonly Quest[]
  members: readonly FamilyMember[]
  rewards: readonly Reward[]
  redemptions: readonly Redemption[]
  completions: readonly QuestCompletion[]
  /** Of those members whose balance is known. */
  balances: Readonly<Record<string, number>>
  /** Newest first. */
  entries: readonly GemEntry[]
  /** Revision of the latest news about what carries no version: balances, completions, and whatever is gone. */
  latest: Readonly<Record<string, number>>
}

export const emptyHousehold: Household = {
  columns: [],
  quests: [],
  members: [],
  rewards: [],
  redemptions: [],
  completions: [],
  balances: {},
  entries: [],
  latest: {},
}

/**
 * The household after `event`. News may arrive late or twice, and an answer may come after the
 * broadcast of the same change: of two copies of a thing the higher version always wins, so every
 * order of the same events ends in the same household.
 */
export function applyEvent(home: Household, event: FamilyEvent): Household {
  switch (event.type) {
    case 'quest.saved':
      return withSaved(home, 'quests', event.quest)
    case 'column.saved':
      return withSaved(home, 'columns', event.column)
    case 'columns.ordered':
      return event.columns.reduce((after, column) => withSaved(after, 'columns', column), home)
    case 'member.saved':
      return withSaved(home, 'members', event.member)
    case 'reward.saved':
      return withSaved(home, 'rewards', event.reward)
    case 'redemption.saved':
      return isGone(home, event.redemption.memberId, event.revision) ? home : withSaved(home, 'redemptions', event.redemption)
    case 'column.deleted':
      return withoutOne(home, 'columns', event.columnId, event.revision)
    case 'reward.deleted':
      return withoutOne(home, 'rewards', event.rewardId, event.revision)
    case 'quest.deleted': {
      const after = withoutOne(home, 'quests', event.questId, event.revision)
      if (after === home) return home
      return { ...after, completions: without(after.completions, (done) => done.questId === event.questId) }
    }
    case 'member.deleted':
      return withoutMember(home, event.memberId, event.revision)
    case 'completion.saved':
    case 'completion.deleted':
      return withCompletion(home, event.completion, event.revision, event.type === 'completion.saved')
    case 'gems.changed':
      return withGems(home, event)
    // What became of it has to be read.
    case 'reward.hidden':
    case 'family.saved':
    case 'family.deleted':
      return home
  }
}

/** The household with quests that were read: as with news, the higher version wins, and what is gone does not come back. */
export const withQuests = (home: Household, quests: readonly Quest[]): Household => quests.reduce((after, quest) => withSaved(after, 'quests', quest), home)

type Kept = 'columns' | 'quests' | 'members' | 'rewards' | 'redemptions'
type Entity = { id: string; version: number }

function isGone(home: Household, id: string, revision: number): boolean {
  return (home.latest[id] ?? -1) >= revision
}

function withSaved<Key extends Kept>(home: Household, key: Key, entity: Household[Key][number]): Household {
  const list: readonly Entity[] = home[key]
  if (isGone(home, entity.id, entity.version)) return home
  const index = list.findIndex((known) => known.id === entity.id)
  const known = list[index]
  if (known !== undefined && known.version >= entity.version) return home
  return { ...home, [key]: index === -1 ? [...list, entity] : list.with(index, entity) }
}

function withoutOne(home: Household, key: Kept, id: string, revision: number): Household {
  if (isGone(home, id, revision)) return home
  const kept = without<Entity>(home[key], (known) => known.id === id && known.version <= revision)
  return { ...home, [key]: kept, latest: { ...home.latest, [id]: revision } }
}

/** A member takes along what only they had; their quests are news of their own. */
function withoutMember(home: Household, memberId: string, revision: number): Household {
  const after = withoutOne(home, 'members', memberId, revision)
  if (after === home) return home
  const theirs = (of: { memberId: string }) => of.memberId === memberId
  const balances = Object.fromEntries(Object.entries(after.balances).filter(([id]) => id !== memberId))
  return {
    ...after,
    balances,
    redemptions: without(after.redemptions, theirs),
    completions: without(after.completions, theirs),
    entries: without(after.entries, theirs),
  }
}

function withCompletion(home: Household, completion: QuestCompletion, revision: number, isDone: boolean): Household {
  const key = completionKey(completion)
  if ((home.latest[key] ?? -1) >= revision) return home
  const after = { ...home, latest: { ...home.latest, [key]: revision } }
  if (isGone(home, completion.questId, revision) || isGone(home, completion.memberId, revision)) return after
  const others = without(home.completions, (known) => completionKey(known) === key)
  return { ...after, completions: isDone ? [...others, completion] : others }
}

function withGems(home: Household, { revision, balance, entry }: Extract<FamilyEvent, { type: 'gems.changed' }>): Household {
  const { memberId } = entry
  if (isGone(home, memberId, revision)) return home
  const key = `gems of ${memberId}`
  const isNewest = (home.latest[key] ?? -1) < revision
  const isKnown = home.entries.some(({ id }) => id === entry.id)
  if (isKnown && !isNewest) return home
  return {
    ...home,
    ...(isNewest && { balances: { ...home.balances, [memberId]: balance }, latest: { ...home.latest, [key]: revision } }),
    entries: isKnown ? home.entries : [entry, ...home.entries].toSorted(newestFirst),
  }
}

function newestFirst(a: GemEntry, b: GemEntry): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
}

/** What makes a completion the one it is: the quest, who did it, and when. */
export function completionKey({ questId, memberId, completedDate }: QuestCompletion): string {
  return `${questId} ${memberId} ${completedDate}`
}

/** The same list when nothing of it goes. */
function without<T>(list: readonly T[], goes: (item: T) => boolean): readonly T[] {
  return list.some(goes) ? list.filter((item) => !goes(item)) : list
}

// More changes than a family makes in decades.
const mostMissed = 1_000_000

/** True when a revision is so high that it cannot be the family's. */
export function isFarAhead(seen: number, revision: number): boolean {
  return revision > seen + mostMissed
}

/** True when news between `seen` and `revision` was missed and what is known must be fetched anew. */
export function isGap(seen: number, revision: number): boolean {
  return revision > seen + 1
}
