import * as fc from 'fast-check'
import type { ChangeName } from '../domain/contract/routes.ts'

// The steps of random histories, as the database, a server behind a bad line and the app's own rules play them.

/** A change of the contract: the ids of its path and its body. */
export type SentChange = { name: ChangeName; params: Record<string, string>; body?: Record<string, unknown> }

const which = fc.nat(7)

/** The numbers select from what the family has when the step is played; 7 is another family's, where there is one. */
const fields = {
  entity: which,
  member: which,
  column: which,
  into: fc.option(which, { freq: 1, nil: undefined }),
  assignees: fc.uniqueArray(which, { minLength: 1, maxLength: 3 }),
  daysAgo: fc.constantFrom(0, 0, 0, 1, 2, -1, 3),
  gems: fc.constantFrom(0, 1, 5, 20, 100),
  amount: fc.constantFrom(-20, -5, 5, 30),
  recurring: fc.constantFrom('once', 'once', 'daily', 'weekly'),
  /** From so many days ago to so many, and on these weekdays or so many times a week, as far as `recurring` has them. */
  from: fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined }),
  until: fc.option(fc.integer({ min: -4, max: 0 }), { nil: undefined }),
  weekdays: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }),
  times: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2, nil: undefined }),
  mode: fc.constantFrom<'celebrate' | 'spend' | 'ask'>('celebrate', 'spend', 'ask', 'ask'),
  status: fc.constantFrom('granted', 'declined'),
  role: fc.constantFrom('parent', 'kid'),
  position: fc.option(fc.nat(4), { nil: undefined }),
  onTablet: fc.constantFrom(false, false, true),
}
type Fields = {
  [Field in keyof typeof fields]: (typeof fields)[Field] extends fc.Arbitrary<infer Value> ? Value : never
}

const fieldsWith = (overrides: Partial<typeof fields>): fc.Arbitrary<Fields> => fc.record({ ...fields, ...overrides })

/** Draws one of the steps named in `weights`, as often as these say. */
export const stepsOf = <Name extends string>(
  weights: Record<Name, number>,
  overrides: Partial<typeof fields> = {},
): fc.Arbitrary<Fields & { do: Name }> =>
  fc
    .tuple(
      fc.oneof(...Object.entries<number>(weights).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name) }))),
      fieldsWith(overrides),
    )
    .map(([name, drawn]) => ({ ...drawn, do: name as Name }))

/** The ids of a family's entities, in the order in which numbers select them. */
export type Things = {
  familyId: string
  quests: readonly string[]
  columns: readonly string[]
  members: readonly string[]
  rewards: readonly string[]
  redemptions: readonly string[]
  absences: readonly string[]
  completions: readonly { questId: string; memberId: string; completedDate: string }[]
  /** Ids of another family. */
  strange?: { questId: string; columnId: string; memberId: string; rewardId: string }
  dayAgo(days: number): string
  newId(noun: 'quest' | 'column' | 'member' | 'redemption' | 'reward' | 'absence', number: number): string
}

type Step = Fields & { do: StepName }
export type StepName = Exclude<keyof typeof changes, never>

/** Returns the change that a step asks for. */
export const sentOf = (step: Step, things: Things): SentChange =>
  changes[step.do](step, selecting(step, things), things)

function selecting({ entity, member, column }: Fields, things: Things) {
  const { strange } = things
  const at = (list: readonly string[], number: number, other?: string): string =>
    (number === 7 ? other : undefined) ?? list[number % list.length] ?? other ?? crypto.randomUUID()
  const columnOf = (number: number) => at(things.columns, number, strange?.columnId)
  const memberOf = (number: number) => at(things.members, number, strange?.memberId)
  return {
    questId: at(things.quests, entity, strange?.questId),
    rewardId: at(things.rewards, entity, strange?.rewardId),
    redemptionId: at(things.redemptions, entity),
    absenceId: at(things.absences, entity),
    memberId: memberOf(member),
    columnId: columnOf(column),
    columnOf,
    memberOf,
  }
}
type Selected = ReturnType<typeof selecting>
type ChangeOf = (step: Fields, selected: Selected, things: Things) => SentChange

const patchQuest = (questId: string, body: Record<string, unknown>): SentChange => ({
  name: 'moveOrEditQuest',
  params: { questId },
  body,
})

function scheduleOf(
  { recurring, from, until, weekdays, times }: Fields,
  dayAgo: Things['dayAgo'],
): Record<string, unknown> {
  if (recurring === 'once') return from === undefined ? {} : { dueOn: dayAgo(from) }
  return {
    ...(recurring === 'weekly' && (times === undefined ? weekdays && { weekdays } : { timesPerWeek: times })),
    ...(from !== undefined && { startsOn: dayAgo(from) }),
    ...(until !== undefined && (from === undefined || until <= from) && { endsOn: dayAgo(until) }),
  }
}

const changes = {
  complete: ({ daysAgo, into }, { questId, memberId, columnOf }, { dayAgo }) =>
    patchQuest(questId, {
      completedDate: dayAgo(daysAgo),
      completingMemberId: memberId,
      ...(into !== undefined && { columnId: columnOf(into) }),
    }),
  move: ({ into }, { questId, columnId }) =>
    patchQuest(questId, { columnId, ...(into === undefined && { completedBy: null }) }),
  undo({ entity, daysAgo }, { questId, memberId }, { completions, dayAgo }) {
    const known = entity === 7 ? undefined : completions[entity % completions.length]
    return { name: 'undoCompletion', params: { ...(known ?? { questId, memberId, completedDate: dayAgo(daysAgo) }) } }
  },
  'edit quest': (step, { questId }, { dayAgo }) =>
    patchQuest(questId, { gemValue: step.gems, recurring: step.recurring, ...scheduleOf(step, dayAgo) }),
  'date quest': ({ from }, { questId }, { dayAgo }) =>
    patchQuest(questId, { dueOn: from === undefined ? null : dayAgo(from) }),
  'rename quest': ({ gems }, { questId }) => patchQuest(questId, { title: `For ${gems} gems` }),
  'add quest': (step, { columnId, memberOf }, { familyId, newId, dayAgo }) => ({
    name: 'addQuest',
    params: { familyId },
    body: {
      id: newId('quest', step.entity),
      title: `Quest ${step.entity}`,
      description: '',
      icon: '📚',
      gemValue: step.gems,
      assigneeIds: [...new Set(step.assignees.map(memberOf))],
      columnId,
      recurring: step.recurring,
      ...scheduleOf(step, dayAgo),
    },
  }),
  'delete quest': (_, { questId }) => ({ name: 'deleteQuest', params: { questId } }),
  redeem: ({ entity }, { rewardId, memberId }, { newId }) => ({
    name: 'redeemReward',
    params: { rewardId },
    body: { redemptionId: newId('redemption', entity), memberId },
  }),
  decide: ({ status }, { redemptionId }) => ({ name: 'decideRedemption', params: { redemptionId }, body: { status } }),
  'put back': (_, { redemptionId }) => ({ name: 'putBackRedemption', params: { redemptionId } }),
  give: ({ amount }, { memberId }) => ({
    name: 'addGemEntry',
    params: { memberId },
    body: { amount, reason: 'Kindness' },
  }),
  practise: (_, { memberId }, { newId }) => ({
    name: 'finishPractice',
    params: { memberId },
    body: { game: 'word-pop', roundId: newId('redemption', 1) },
  }),
  skip: ({ entity, daysAgo, onTablet }, { questId, memberId }, { familyId, newId, dayAgo }) => ({
    name: 'addAbsence',
    params: { familyId },
    body: {
      id: newId('absence', entity),
      ...{ questId, startsOn: dayAgo(daysAgo), endsOn: dayAgo(daysAgo) },
      ...(onTablet && { memberId }),
    },
  }),
  away: ({ entity, daysAgo, from = -2 }, { memberId }, { familyId, newId, dayAgo }) => ({
    name: 'addAbsence',
    params: { familyId },
    body: {
      id: newId('absence', entity),
      memberId,
      startsOn: dayAgo(daysAgo),
      endsOn: dayAgo(Math.min(daysAgo, from)),
    },
  }),
  back: ({ daysAgo }, { absenceId }, { dayAgo }) => ({
    name: 'editAbsence',
    params: { absenceId },
    body: { endsOn: dayAgo(daysAgo) },
  }),
  'not away': (_, { absenceId }) => ({ name: 'deleteAbsence', params: { absenceId } }),
  mode: ({ mode }, _, { familyId }) => ({ name: 'editFamily', params: { familyId }, body: { rewardMode: mode } }),
  'add reward': ({ entity }, _, { familyId, newId }) => ({
    name: 'addReward',
    params: { familyId },
    body: { id: newId('reward', entity), title: 'Cinema', icon: '🎬', gemCost: 5 },
  }),
  'delete reward': (_, { rewardId }) => ({ name: 'deleteReward', params: { rewardId } }),
  'add member': ({ role, entity }, _, { familyId, newId }) => ({
    name: 'addMember',
    params: { familyId },
    body: { id: newId('member', entity), displayName: 'Somebody', role, avatarSeed: 'default' },
  }),
  'remove member': (_, { memberId }) => ({ name: 'removeMember', params: { memberId } }),
  'add column': ({ entity, position }, _, { familyId, newId }) => ({
    name: 'addColumn',
    params: { familyId },
    body: {
      id: newId('column', entity),
      title: 'Garden',
      emoji: '🌱',
      ...(position !== undefined && { position }),
    },
  }),
  'rename column': (_, { columnId }) => ({ name: 'editColumn', params: { columnId }, body: { title: 'Other' } }),
  'order columns'(_, { columnId }, { familyId, columns }) {
    // From that column on, and then those before it; with somebody else's it is none.
    const from = columns.indexOf(columnId)
    const columnIds = from === -1 ? [...columns, columnId] : [...columns.slice(from), ...columns.slice(0, from)]
    return { name: 'orderColumns', params: { familyId }, body: { columnIds } }
  },
  'delete column': (_, { columnId }) => ({ name: 'deleteColumn', params: { columnId } }),
} satisfies Record<string, ChangeOf>
