import type { Day, DayRange } from '../contract/days.ts'
import type { FamilyEvent } from '../contract/events.ts'
import type { Absence } from '../contract/absences.ts'
import type { Family } from '../contract/families.ts'
import type { ReadFamily } from '../contract/family-state.ts'
import type { FamilyMember } from '../contract/members.ts'
import type { GemEntry, GemMonth } from '../contract/gems.ts'
import type { MemberId } from '../contract/ids.ts'
import type { QuestCompletion } from '../contract/completions.ts'
import type { QuestColumn } from '../contract/columns.ts'
import type { Quest } from '../contract/quests.ts'
import type { Redemption } from '../contract/redemptions.ts'
import type { Reward } from '../contract/rewards.ts'

/** All data of a family that events can change, as far as it was read. */
export type FamilyState = {
  /** Undefined until it was read. */
  family: Family | undefined
  columns: readonly QuestColumn[]
  quests: readonly Quest[]
  members: readonly FamilyMember[]
  rewards: readonly Reward[]
  redemptions: readonly Redemption[]
  completions: readonly QuestCompletion[]
  absences: readonly Absence[]
  /** By member id; only members whose balance is known. */
  balances: Readonly<Record<string, number>>
  /** By member id; only members who earned gems. As current as their balance. */
  earned: Readonly<Record<string, readonly GemMonth[]>>
  /** Newest first. */
  entries: readonly GemEntry[]
  /**
   * The revision of the last event about a key without a version: balances, completions, hidden rewards, deleted
   * entities.
   */
  tombstones: Readonly<Record<string, number>>
  /** The last read of all of it; undefined until then. */
  readAt: ReadAt | undefined
}

export type ReadAt = Readonly<
  Pick<ReadFamily, 'revision' | 'seat' | 'days'> & {
    /** The member for whom it was read; null for nobody. */
    actingMember: MemberId | null
    /** The revision up to which every change is in the state: events follow the read without a gap. */
    completeTo: number
  }
>

export const emptyFamilyState: FamilyState = {
  family: undefined,
  columns: [],
  quests: [],
  members: [],
  rewards: [],
  redemptions: [],
  completions: [],
  absences: [],
  balances: {},
  earned: {},
  entries: [],
  tombstones: {},
  readAt: undefined,
}

/**
 * Returns the state after `event`. Events arrive late, twice, or after the reply to the same change: of two copies of
 * an entity the higher version always wins, so that every order of the same events ends in the same state.
 */
export function applyEvent(state: FamilyState, event: FamilyEvent): FamilyState {
  return withComplete(withEvent(state, event), event)
}

function withEvent(state: FamilyState, event: FamilyEvent): FamilyState {
  switch (event.type) {
    case 'quest.saved':
      return withSaved(state, 'quests', event.quest)
    case 'quests.saved':
      return event.quests.reduce((after, quest) => withSaved(after, 'quests', quest), state)
    case 'column.saved':
      return withSaved(state, 'columns', event.column)
    case 'columns.ordered':
      return event.columns.reduce((after, column) => withSaved(after, 'columns', column), state)
    case 'member.saved':
      return withSaved(state, 'members', event.member)
    case 'reward.saved':
      return withSaved(state, 'rewards', asShown(state, event.reward))
    case 'redemption.saved':
      return isGone(state, event.redemption.memberId, event.revision)
        ? state
        : withSaved(state, 'redemptions', event.redemption)
    case 'column.deleted':
      return withoutOne(state, 'columns', event.columnId, event.revision)
    case 'reward.deleted':
      return withoutOne(state, 'rewards', event.rewardId, event.revision)
    case 'absence.saved':
      return withSaved(state, 'absences', event.absence)
    case 'absence.deleted':
      return withoutOne(state, 'absences', event.absenceId, event.revision)
    case 'quest.deleted': {
      const after = withoutOne(state, 'quests', event.questId, event.revision)
      if (after === state) return state
      return { ...after, completions: without(after.completions, (done) => done.questId === event.questId) }
    }
    case 'member.deleted':
      return withoutMember(state, event.memberId, event.revision)
    case 'completion.saved':
    case 'completion.deleted':
      return withCompletion(state, event.completion, event.revision, event.type === 'completion.saved')
    case 'gems.changed':
      return withGems(state, event)
    case 'reward.hidden':
      return withHidden(state, event.rewardId, event.revision)
    case 'family.saved':
      return withFamily(state, event.family)
    case 'family.deleted':
    case 'devices.changed':
      return state
  }
}

/**
 * Returns the state with a family that was read, unless a newer one is known. Another family replaces the whole state.
 */
export function withFamily(state: FamilyState, family: Family): FamilyState {
  if (state.family !== undefined && state.family.id !== family.id) return { ...emptyFamilyState, family }
  return state.family !== undefined && state.family.revision >= family.revision ? state : { ...state, family }
}

/** Whether a change up to `revision` is missing, so that the family must be read again. */
export const isBehind = ({ readAt }: FamilyState, revision: number): boolean =>
  readAt !== undefined && readAt.completeTo < revision

/** Counts an event that is the next one, unless it hides a reward from kids whose fields a parent's device lacks. */
function withComplete(state: FamilyState, event: FamilyEvent): FamilyState {
  const { readAt } = state
  if (readAt === undefined || event.revision !== readAt.completeTo + 1) return state
  if (event.type === 'reward.hidden' && !isHiddenKnown(state, readAt, event)) return state
  return { ...state, readAt: { ...readAt, completeTo: event.revision } }
}

function isHiddenKnown(
  { members, rewards }: FamilyState,
  { actingMember }: ReadAt,
  { rewardId, revision }: Extract<FamilyEvent, { type: 'reward.hidden' }>,
): boolean {
  const isParent = members.some(({ id, role }) => id === actingMember && role === 'parent')
  return !isParent || rewards.some(({ id, version }) => id === rewardId && version >= revision)
}

/**
 * Returns the state with all that was read at one revision for `actingMember`; what events changed later stays, and a
 * read for another member, or one that is older than the last one, changes nothing.
 */
export function withRead(state: FamilyState, read: ReadFamily, actingMember: MemberId | null): FamilyState {
  const { revision, seat, days } = read
  const isOld = state.family?.id === read.family.id && revision < (state.readAt?.revision ?? 0)
  if (isOld || read.membership.activeMemberId !== actingMember) return state
  let next = withFamily(state, read.family)
  for (const key of ['columns', 'quests', 'members', 'absences', 'rewards', 'redemptions'] as const)
    next = withList(next, key, read[key], revision)
  next = withCompletions(next, read.completions, revision, days)
  for (const key of ['balances', 'earned'] as const) {
    const later = Object.entries(next[key]).filter(([id]) => isGone(next, balanceKey(id), revision + 1))
    const left = Object.entries(read[key] ?? {}).filter(([id]) => !isGone(next, id, revision + 1))
    const merged = Object.fromEntries([...left, ...later])
    // Members in another order may render once more.
    if (JSON.stringify(merged) !== JSON.stringify(next[key])) next = { ...next, [key]: merged }
  }
  const completeTo = Math.max(revision, next.readAt?.completeTo ?? 0)
  return { ...next, readAt: { revision, seat, days, actingMember, completeTo } }
}

/** Returns the state with quests that were finished long ago, a page of them; other quests stay. */
export const withArchived = (state: FamilyState, page: readonly Quest[]): FamilyState =>
  withList(state, 'quests', page, 0)

type Entities = 'columns' | 'quests' | 'members' | 'absences' | 'rewards' | 'redemptions'
type Entity = { id: string; version: number }

/** An entity that a list lacks, which was read at `revision`, was deleted before. */
function withList<Key extends Entities>(
  state: FamilyState,
  key: Key,
  list: FamilyState[Key],
  revision: number,
): FamilyState {
  const known: readonly FamilyState[Key][number][] = state[key]
  const next = merge(known, list, {
    keyOf: ({ id }) => id,
    choose: (before, read) => {
      if (before !== undefined && before.version >= read.version) return before
      const hasGone =
        isGone(state, read.id, read.version) ||
        ('memberId' in read && read.memberId !== null && isGone(state, read.memberId, read.version))
      // Hidden later: the known copy already says so.
      return hasGone || isGone(state, hiddenKey(read.id), read.version + 1) ? before : read
    },
    stays: (entity) => entity.version > revision,
  })
  return next === known ? state : { ...state, [key]: next }
}

/**
 * Returns the state with the completions of some days, which have every change up to `revision`; those of other days
 * stay.
 */
export function withCompletions(
  state: FamilyState,
  list: readonly QuestCompletion[],
  revision: number,
  range: DayRange,
): FamilyState {
  const isNewer = (done: QuestCompletion) => isGone(state, completionKey(done), revision + 1)
  const completions = merge(state.completions, list, {
    keyOf: completionKey,
    choose: (before, read) => {
      if (isNewer(read)) return before
      return isGone(state, read.questId, revision + 1) || isGone(state, read.memberId, revision + 1)
        ? undefined
        : (before ?? read)
    },
    stays: (done) => isNewer(done) || !isWithin(range, done.completedDate),
  })
  return completions === state.completions ? state : { ...state, completions }
}

/** Returns the state with the newest entries of a member's ledger. Older ones stay, because none is ever deleted. */
export function withEntries(state: FamilyState, memberId: MemberId, list: readonly GemEntry[]): FamilyState {
  if (isGone(state, memberId, 0)) return state
  const entries = merge(state.entries, list, {
    keyOf: ({ id }) => id,
    choose: (before, read) => before ?? read,
    stays: () => true,
  })
  return entries === state.entries ? state : { ...state, entries: entries.toSorted(newestFirst) }
}

/** Returns the state with a member's balance that has every change up to `revision`. */
export function withBalance(state: FamilyState, memberId: MemberId, balance: number, revision: number): FamilyState {
  const key = balanceKey(memberId)
  if (isGone(state, memberId, revision + 1) || isGone(state, key, revision + 1)) return state
  return {
    ...state,
    balances: { ...state.balances, [memberId]: balance },
    tombstones: { ...state.tombstones, [key]: revision },
  }
}

type Merging<Item> = {
  keyOf: (item: Item) => string
  /** Returns the copy that stays; undefined when the item was deleted. */
  choose: (known: Item | undefined, read: Item) => Item | undefined
  /** Whether a known item that was not read stays. */
  stays: (item: Item) => boolean
}

function merge<Item>(
  known: readonly Item[],
  read: readonly Item[],
  { keyOf, choose, stays }: Merging<Item>,
): readonly Item[] {
  const byKey = new Map(known.map((item) => [keyOf(item), item]))
  const keys = new Set(read.map(keyOf))
  const next = [
    ...read.flatMap((item) => choose(byKey.get(keyOf(item)), item) ?? []),
    ...known.filter((item) => !keys.has(keyOf(item)) && stays(item)),
  ]
  return next.length === known.length && next.every((item, index) => item === known[index]) ? known : next
}

const isWithin = ({ startDate, endDate }: DayRange, day: Day) => day >= startDate && day <= endDate

/** Whether an event of `revision` or later deleted or changed `key`. */
function isGone(state: FamilyState, key: string, revision: number): boolean {
  return (state.tombstones[key] ?? -1) >= revision
}

function withSaved<Key extends Entities>(state: FamilyState, key: Key, entity: FamilyState[Key][number]): FamilyState {
  const list: readonly Entity[] = state[key]
  if (isGone(state, entity.id, entity.version)) return state
  const index = list.findIndex((known) => known.id === entity.id)
  const known = list[index]
  // A list that was read later would hold it, were it still there.
  if (entity.version <= (known?.version ?? state.readAt?.revision ?? -1)) return state
  return { ...state, [key]: index === -1 ? [...list, entity] : list.with(index, entity) }
}

function withoutOne(state: FamilyState, key: Entities, id: string, revision: number): FamilyState {
  if (isGone(state, id, revision)) return state
  const kept = without<Entity>(state[key], (known) => known.id === id && known.version <= revision)
  return { ...state, [key]: kept, tombstones: { ...state.tombstones, [id]: revision } }
}

/** Removes a member with everything only they had; their quests have events of their own. */
function withoutMember(state: FamilyState, memberId: string, revision: number): FamilyState {
  const after = withoutOne(state, 'members', memberId, revision)
  if (after === state) return state
  const theirs = (of: { memberId: string }) => of.memberId === memberId
  const { [memberId]: _balance, ...balances } = after.balances
  const { [memberId]: _earned, ...earned } = after.earned
  return {
    ...after,
    ...{ balances, earned },
    redemptions: without(after.redemptions, theirs),
    completions: without(after.completions, theirs),
    entries: without(after.entries, theirs),
  }
}

function withCompletion(
  state: FamilyState,
  completion: QuestCompletion,
  revision: number,
  isDone: boolean,
): FamilyState {
  const key = completionKey(completion)
  const read = state.readAt
  if (
    isGone(state, key, revision) ||
    (read !== undefined && revision <= read.revision && isWithin(read.days, completion.completedDate))
  )
    return state
  const after = { ...state, tombstones: { ...state.tombstones, [key]: revision } }
  if (isGone(state, completion.questId, revision) || isGone(state, completion.memberId, revision)) return after
  const others = without(state.completions, (known) => completionKey(known) === key)
  return { ...after, completions: isDone ? [...others, completion] : others }
}

function withGems(
  state: FamilyState,
  { revision, balance, entry, earned }: Extract<FamilyEvent, { type: 'gems.changed' }>,
): FamilyState {
  const { memberId } = entry
  if (isGone(state, memberId, revision)) return state
  const key = balanceKey(memberId)
  const isNewest = !isGone(state, key, revision) && revision > (state.readAt?.revision ?? -1)
  const isKnown = state.entries.some(({ id }) => id === entry.id)
  if (isKnown && !isNewest) return state
  return {
    ...state,
    ...(isNewest && {
      balances: { ...state.balances, [memberId]: balance },
      ...(earned && { earned: { ...state.earned, [memberId]: earned } }),
      tombstones: { ...state.tombstones, [key]: revision },
    }),
    entries: isKnown ? state.entries : [entry, ...state.entries].toSorted(newestFirst),
  }
}

const balanceKey = (memberId: string) => `gems of ${memberId}`

/** Marks a reward as hidden until it is read again: the event does not carry its other changes. */
function withHidden(state: FamilyState, rewardId: string, revision: number): FamilyState {
  const key = hiddenKey(rewardId)
  if (isGone(state, key, revision)) return state
  const after = { ...state, tombstones: { ...state.tombstones, [key]: revision } }
  return {
    ...after,
    rewards: state.rewards.map((reward) => (reward.id === rewardId ? asShown(after, reward) : reward)),
  }
}

const hiddenKey = (rewardId: string) => `hidden ${rewardId}`

function asShown(state: FamilyState, reward: Reward): Reward {
  return reward.isActive === 1 && isGone(state, hiddenKey(reward.id), reward.version + 1)
    ? { ...reward, isActive: 0 }
    : reward
}

function newestFirst(a: GemEntry, b: GemEntry): number {
  return a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1
}

/** Identifies a completion by quest, member and day. */
export function completionKey({ questId, memberId, completedDate }: QuestCompletion): string {
  return `${questId} ${memberId} ${completedDate}`
}

/** Filters a list; returns the same list when nothing is removed. */
function without<T>(list: readonly T[], goes: (item: T) => boolean): readonly T[] {
  return list.some(goes) ? list.filter((item) => !goes(item)) : list
}

// More changes than a family makes in decades.
const maxRevisionGap = 1_000_000

/** Whether a revision is too high to be the family's. */
export function isImplausibleRevision(seen: number, revision: number): boolean {
  return revision > seen + maxRevisionGap
}
