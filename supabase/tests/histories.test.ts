import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Day } from '#domain/contract/days.ts'
import { QuestColumn } from '#domain/contract/columns.ts'
import { QuestCompletion } from '#domain/contract/completions.ts'
import { Quest } from '#domain/contract/quests.ts'
import { canBeCompleted, withCurrentColumns } from '#domain/rules/quests.ts'
import { progressOn, questsOnDay } from '#domain/rules/occurrences.ts'
import { columnsInOrder, isSomedayColumn } from '#domain/rules/columns.ts'
import { plusDays } from '#domain/rules/days.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { dayIn } from '../../testing/builders.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { addGems, addMember, ask } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { household, insertSession, onlyDeviceOf } from '../../testing/seats.ts'
import type { TestFamily } from '../../testing/seats.ts'
import * as history from './history.ts'
import type { Request, World } from './history.ts'

const story = onOneDatabase()

const which = fc.nat(7)
const gems = fc.constantFrom(0, 1, 5, 20, 100)
const recurring = fc.constantFrom('once' as const, 'once' as const, 'daily' as const, 'weekly' as const)
const mode = fc.constantFrom('celebrate' as const, 'spend' as const, 'ask' as const, 'ask' as const)
const days = fc.constantFrom(0, 0, 0, -1, -2, 1, -3)
const into = fc.option(which, { freq: 1, nil: undefined })
const assignees = fc.uniqueArray(which, { minLength: 1, maxLength: 3 })
const status = fc.constantFrom('granted' as const, 'declined' as const)
const tablet = fc.boolean()
const rarely = fc.constantFrom(false, false, false, true)
const given = fc.constantFrom(-20, -5, 5, 30)
const drawn = <Name extends string, Fields>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => fc.record(fields).map((values) => ({ do: name, ...values }))

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: drawn('complete', {
      quest: which,
      member: which,
      day: days,
      tablet: fc.constantFrom(false, false, true),
      into,
    }),
  },
  { weight: 6, arbitrary: drawn('move', { quest: which, column: which }) },
  { weight: 2, arbitrary: drawn('undo', { done: which }) },
  { weight: 4, arbitrary: drawn('redeem', { reward: which, member: which, tablet }) },
  { weight: 2, arbitrary: drawn('decide', { redemption: which, status }) },
  { weight: 2, arbitrary: drawn('put back', { redemption: which, tablet }) },
  { weight: 1, arbitrary: drawn('practise', { member: which, tablet }) },
  { weight: 2, arbitrary: drawn('mode', { mode }) },
  { weight: 2, arbitrary: drawn('edit quest', { quest: which, gems, recurring }) },
  { weight: 2, arbitrary: drawn('add quest', { column: which, assignees, gems, recurring }) },
  { weight: 1, arbitrary: drawn('delete quest', { quest: which }) },
  { weight: 1, arbitrary: drawn('add member', { role: fc.constantFrom('parent' as const, 'kid' as const) }) },
  { weight: 1, arbitrary: drawn('remove member', { member: which }) },
  { weight: 2, arbitrary: drawn('add column', { position: fc.option(fc.nat(9), { nil: undefined }) }) },
  { weight: 2, arbitrary: drawn('delete column', { column: which }) },
  { weight: 2, arbitrary: drawn('order columns', { first: which, tablet: rarely }) },
  { weight: 2, arbitrary: drawn('give', { member: which, amount: given, tablet: rarely }) },
  { weight: 3, arbitrary: drawn('again', { request: which }) },
  { weight: 2, arbitrary: drawn('pause', {}) },
)
type AnyStep = typeof step extends fc.Arbitrary<infer One> ? One : never
type Step = Exclude<AnyStep, { do: 'pause' | 'again' }>

/** One quest, one member, one price: what is spent is often undone. */
const only = fc.constant(0)
const mia = fc.constant(1)
const gemStep: fc.Arbitrary<AnyStep> = fc.oneof(
  drawn('complete', { quest: only, member: mia, day: only, tablet, into: fc.constant(undefined) }),
  drawn('move', { quest: only, column: fc.nat(3) }),
  drawn('undo', { done: only }),
  drawn('redeem', { reward: only, member: mia, tablet }),
  drawn('decide', { redemption: fc.nat(3), status }),
  drawn('put back', { redemption: fc.nat(3), tablet }),
  drawn('practise', { member: mia, tablet }),
  drawn('give', { member: mia, amount: given, tablet: rarely }),
  drawn('pause', {}),
  drawn('edit quest', { quest: only, gems, recurring }),
)

/** Returns a step's request; numbers are indexes into the family's current entities, and 7 is another family's. */
function requestOf(world: World, step: Step, redemptionId: string): Request {
  const { phone, strange } = world
  const at = <T>(list: readonly T[], number: number, otherwise: T): T =>
    (number === 7 ? undefined : list[number % list.length]) ?? otherwise
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  const column = (number: number) => at(world.columns, number, strange.columnId)
  const quest = (number: number) => at(ids(world.quests), number, strange.questId)
  const member = (number: number) => at(ids(world.members), number, strange.memberId)
  const by = (tablet: boolean) => (tablet ? world.tablet : phone)
  switch (step.do) {
    case 'complete':
      return history.complete(
        by(step.tablet),
        quest(step.quest),
        member(step.member),
        step.day,
        step.into === undefined ? undefined : column(step.into),
      )
    case 'move':
      return history.move(phone, quest(step.quest), column(step.column))
    case 'undo': {
      const done = at(world.done, step.done, {
        questId: strange.questId,
        memberId: strange.memberId,
        day: 0,
        paid: 0,
        at: 0,
      })
      return history.undo(phone, done.questId, done.memberId, done.day)
    }
    case 'redeem':
      return history.redeem(
        by(step.tablet),
        at(ids(world.rewards), step.reward, strange.rewardId),
        member(step.member),
        redemptionId,
      )
    case 'decide':
      return history.decide(phone, at(ids(world.redemptions), step.redemption, redemptionId), step.status)
    case 'put back':
      return history.putBack(by(step.tablet), at(ids(world.redemptions), step.redemption, redemptionId))
    case 'practise':
      return history.practise(by(step.tablet), member(step.member), redemptionId)
    case 'give':
      return history.addGemEntry(by(step.tablet), member(step.member), step.amount)
    case 'mode':
      return history.setMode(phone, step.mode)
    case 'edit quest':
      return history.editQuest(phone, quest(step.quest), step.gems, step.recurring)
    case 'add quest':
      return history.addQuest(
        phone,
        column(step.column),
        [...new Set(step.assignees.map(member))],
        step.gems,
        step.recurring,
        `Quest ${redemptionId}`,
      )
    case 'delete quest':
      return history.deleteQuest(phone, quest(step.quest))
    case 'add member':
      return history.addMember(phone, step.role)
    case 'remove member':
      return history.removeMember(phone, member(step.member))
    case 'add column':
      return history.addColumn(phone, step.position)
    case 'order columns': {
      // From that column on, and then those before it; with somebody else's it is none.
      const from = world.columns.indexOf(column(step.first))
      const ids =
        from === -1
          ? [...world.columns, strange.columnId]
          : [...world.columns.slice(from), ...world.columns.slice(0, from)]
      return history.orderColumns(by(step.tablet), ids)
    }
    case 'delete column':
      return history.deleteColumn(phone, column(step.column))
  }
}

/** Anna, her kid Mia with a tablet and some gems from earlier, one quest, and two rewards. */
async function newWorld(
  sql: TestDatabase['sql'],
  other: TestFamily & { rewardId: string },
  mode: World['mode'],
  saved: number,
): Promise<World> {
  const berg = await household(sql, 'Anna', 'Berg')
  const { familyId, parent, columnIds, columnId, questId } = berg
  const miaId = await addMember(sql, berg)
  const assigneeIds = [parent.memberId, miaId]
  await ask(sql, parent.userId, 'edit_quest', { questId, assigneeIds })
  await addGems(sql, familyId, miaId, saved)
  await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode: mode, practiceGems: history.practiceGems })
  const rewards = [10, 0].map((gemCost) =>
    ask(sql, parent.userId, 'add_reward', { familyId, title: 'Treat', icon: '🍦', gemCost }).then(({ id }) => ({
      id: String(id),
      cost: gemCost,
    })),
  )
  return {
    familyId,
    phone: onlyDeviceOf(parent.userId),
    tablet: await insertSession(sql, parent.userId, miaId),
    annaId: parent.memberId,
    miaId,
    strange: {
      memberId: other.parent.memberId,
      questId: other.questId,
      columnId: other.columnId,
      rewardId: other.rewardId,
    },
    members: [history.newMember(parent.memberId, 'parent'), history.newMember(miaId, 'kid', saved)],
    columns: columnIds,
    someday: new Set(columnIds.slice(0, 1)),
    quests: [{ id: questId, title: 'Dishes', gems: 20, recurring: 'once', homeId: columnId, assigneeIds }],
    done: [],
    rewards: await Promise.all(rewards),
    redemptions: [],
    mode,
    pauses: 0,
    clock: 0,
  }
}

/** Runs a request and compares the reply with the family's rules. */
async function perform(sql: Sql, world: World, { who, command, args, before = [], judge }: Request): Promise<void> {
  const effect = judge(world)
  const run = async () => {
    for (const first of before) await ask(sql, who, first.command, first.args)
    return ask(sql, who, command, 'familyId' in args ? { ...args, familyId: world.familyId } : args)
  }
  const outcome = await run().catch((error: unknown) => {
    const { code, constraint_name: constraint } = error as { code?: string; constraint_name?: string }
    // A move to a column that is not there: the edge function knows this one by its constraint.
    if (code === 'BQ001' || constraint === 'quests_column_fkey') return undefined
    throw error
  })
  assert.equal(
    outcome === undefined,
    effect === undefined,
    `${command} ${JSON.stringify(args)} was ${outcome === undefined ? 'refused' : 'done'}`,
  )
  if (outcome !== undefined) effect?.(outcome)
}

/** Lets days pass, each time more than all before, so that no two days coincide. */
async function letTimePass(sql: Sql, world: World): Promise<void> {
  if (world.pauses === 5) return
  const days = 4 * 3 ** world.pauses++
  await sql`update public.quest_completions set completed_date = completed_date - ${days}::int, created_at = created_at - make_interval(days => ${days}) where family_id = ${world.familyId}`
  await sql`update public.quests set finished_at = finished_at - make_interval(days => ${days}) where family_id = ${world.familyId} and finished_at is not null`
  await sql`update public.redemptions set created_at = created_at - make_interval(days => ${days}) where family_id = ${world.familyId}`
  for (const redemption of world.redemptions) redemption.isOld = true
  for (const done of world.done) done.day -= days
  for (const quest of world.quests) if (quest.finishedOn !== undefined) quest.finishedOn -= days
}

/** Checks that the database has stored and announced the family's state by the rules, and that these hold. */
async function mustBe(sql: Sql, world: World): Promise<void> {
  const { familyId } = world
  const [row] = await sql<{ kept: Record<string, Record<string, unknown>[]> }[]>`
    select jsonb_build_object(
      'members', (select jsonb_agg(jsonb_build_object('id', id, 'role', role, 'gems', (select coalesce(sum(amount), 0) from public.gem_entries where member_id = m.id), 'owed', (select coalesce(sum(amount), 0) from public.gem_debts where member_id = m.id)))
        from public.family_members m where family_id = ${familyId}),
      'columns', (select jsonb_agg(jsonb_build_object('id', id, 'position', position)) from public.quest_columns where family_id = ${familyId}),
      'quests', (select jsonb_agg(jsonb_build_object('id', q.id, 'homeId', c.id, 'isFinished', q.done_column_id is not null, 'currentColumnId', private.quest_json(q)::jsonb ->> 'columnId', 'gems', q.gem_value, 'assigneeIds', to_jsonb(q.assignee_ids)))
        from public.quests q left join public.quest_columns c on c.id = q.column_id and c.family_id = q.family_id where q.family_id = ${familyId}),
      'done', (select jsonb_agg(jsonb_build_object('questId', quest_id, 'memberId', member_id, 'date', completed_date, 'paid', gems)) from public.quest_completions where family_id = ${familyId}),
      'redemptions', (select jsonb_agg(jsonb_build_object('id', id, 'status', status)) from public.redemptions where family_id = ${familyId}),
      'announced', (select jsonb_agg(jsonb_build_object('id', id, 'gems', gems)) from (
        select distinct on (payload #>> '{entry,memberId}') payload #>> '{entry,memberId}' as id, (payload ->> 'balance')::bigint as gems
        from realtime.messages where topic = ${`family:${familyId}`} and event = 'gems.changed'
        order by payload #>> '{entry,memberId}', (payload ->> 'revision')::bigint desc) last
        where id in (select m.id::text from public.family_members m where m.family_id = ${familyId})),
      'told', (select jsonb_agg(jsonb_build_object('questId', quest, 'memberId', member, 'times', times)) from (
        select payload #>> '{completion,questId}' as quest, payload #>> '{completion,memberId}' as member,
          sum(case event when 'completion.saved' then 1 else -1 end) as times
        from realtime.messages where topic = ${`family:${familyId}`} and event like 'completion.%' group by 1, 2) told
        where times <> 0 and quest in (select q.id::text from public.quests q where q.family_id = ${familyId})
          and member in (select m.id::text from public.family_members m where m.family_id = ${familyId}))) as kept`
  const kept = row?.kept ?? assert.fail()
  // A completion is told when it is announced, until it is taken back.
  const told = [...Map.groupBy(world.done, ({ questId, memberId }) => `${questId} ${memberId}`).values()]
  const asKept = ({ id, homeId, gems, assigneeIds, doneIn }: World['quests'][number]) => ({
    id,
    homeId,
    gems,
    assigneeIds,
    isFinished: doneIn !== undefined,
  })
  const expected: Record<string, object[]> = {
    members: world.members.map(({ id, role, gems, owed }) => ({ id, role, gems, owed })),
    columns: world.columns.map((id, position) => ({ id, position })),
    quests: world.quests.map((quest) => ({ ...asKept(quest), currentColumnId: history.currentColumnId(world, quest) })),
    done: world.done.map(({ questId, memberId, day, paid }) => ({
      questId,
      memberId,
      date: history.dateOf(day),
      paid,
    })),
    redemptions: world.redemptions.map(({ id, status }) => ({ id, status })),
    told: told.map((days) => ({ questId: days[0]?.questId, memberId: days[0]?.memberId, times: days.length })),
  }
  const inOrder = (list: readonly object[] | null | undefined) =>
    (list ?? []).map((one) => JSON.stringify(Object.entries(one).toSorted())).toSorted()
  for (const [what, list] of Object.entries(expected)) assert.deepEqual(inOrder(kept[what]), inOrder(list), what)
  for (const { id, gems } of kept['announced'] ?? [])
    assert.equal(gems, world.members.find((member) => member.id === id)?.gems, 'the balance announced last')

  for (const member of world.members) {
    const sum = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    const paid = sum(world.done.filter(({ memberId }) => memberId === member.id).map(({ paid }) => paid))
    const redeemed = sum(
      world.redemptions
        .filter(({ memberId, status }) => memberId === member.id && status !== 'declined')
        .map(({ cost }) => cost),
    )
    const earned = member.kept + paid - redeemed
    assert.deepEqual(
      [member.gems, member.owed],
      [Math.max(0, earned), Math.max(0, -earned)],
      'paid for what stands done, what was given, less what was taken and redeemed',
    )
  }
  const isMember = (id: string) => world.members.some((member) => member.id === id)
  const parents = world.members.filter(({ role }) => role === 'parent')
  assert.ok(parents.length > 0, 'a family has a parent')
  const lost = world.quests.filter(({ assigneeIds }) => assigneeIds.length === 0 || !assigneeIds.every(isMember))
  assert.deepEqual(lost, [], 'every quest is somebody’s')
}

/**
 * Checks that every screen shows each quest in the server's column, and that board, calendar, wall and child agree what
 * is done.
 */
async function mustAgree(sql: Sql, world: World): Promise<void> {
  const { familyId, phone } = world
  const list = async (command: string, args = {}) =>
    Object.values(await ask(sql, phone, command, { familyId, ...args }))
  const today = Day.parse(history.dateOf(Math.floor(Date.now() / 86_400_000)))
  const range = { startDate: plusDays(today, -9), endDate: plusDays(today, 6) }
  const [quests, columns, completions] = [
    (await list('list_quests')).map((one) => Quest.parse(one)),
    (await list('list_columns')).map((one) => QuestColumn.parse(one)),
    (await list('list_completions', range)).map((one) => QuestCompletion.parse(one)),
  ]
  const clock = { today, dayOf: dayIn('UTC') }
  // A screen with an older list knows only the home column.
  const older = quests.map((quest) =>
    quest.recurring === 'once' ? quest : { ...quest, columnId: quest.homeColumnId ?? quest.columnId },
  )
  assert.deepEqual(
    withCurrentColumns(older, completions, { columns, ...clock }).map(({ columnId }) => columnId),
    quests.map(({ columnId }) => columnId),
  )
  const byQuest = groupBy(completions, ({ questId }) => questId)
  const onToday = new Set(
    questsOnDay({ quests, columns, completions }, { day: today, ...clock }).map(({ quest }) => quest.id),
  )
  const last = columnsInOrder(columns).at(-1)?.id
  for (const quest of quests) {
    if (quest.recurring === 'once') {
      // An open quest is on today, for the child as on the wall; a done one is not asked for again, however its column
      // changed.
      const isDone = quest.finishedAt !== null || quest.columnId === last
      assert.equal(canBeCompleted(quest, columns), !isDone)
      if (!isDone) assert.equal(onToday.has(quest.id), !isSomedayColumn(columns, quest.columnId))
    } else if (progressOn(quest, byQuest.get(quest.id) ?? [], { day: today, ...clock }).doneBy.length > 0) {
      assert.equal(quest.columnId, last, 'the board has it done where the day has it done')
    } else if (quest.recurring === 'daily' && columns.length > 1 && quest.finishedBy !== null) {
      assert.notEqual(quest.columnId, last, 'and to do where the day has it to do')
    }
  }
}

/** Tries random histories of these steps in families that begin in one of these modes. */
async function tryHistories(
  { sql, admin }: TestDatabase,
  modes: fc.Arbitrary<World['mode']>,
  steps: fc.Arbitrary<AnyStep>,
): Promise<void> {
  const holm = await household(sql, 'Olaf', 'Holm')
  const reward = await ask(sql, holm.parent.userId, 'add_reward', {
    familyId: holm.familyId,
    title: 'Treat',
    icon: '🍦',
    gemCost: 0,
  })
  const others = { ...holm, rewardId: String(reward['id']) }
  await fc.assert(
    fc.asyncProperty(
      modes,
      fc.constantFrom(1, 30),
      fc.array(steps, { minLength: 1, maxLength: 25 }),
      async (mode, saved, steps) => {
        await admin`delete from realtime.messages`
        const world = await newWorld(sql, others, mode, saved)
        const earlier: Request[] = []
        for (const step of steps) {
          if (step.do === 'pause') {
            await letTimePass(sql, world)
            await mustAgree(sql, world)
          } else {
            const again =
              step.do === 'again' ? earlier.at(-1 - (step.request % Math.max(earlier.length, 1))) : undefined
            if (step.do === 'again' && again === undefined) continue
            const request = again ?? requestOf(world, step as Step, crypto.randomUUID())
            earlier.push(request)
            await perform(sql, world, request)
          }
          await mustBe(sql, world)
        }
        await mustAgree(sql, world)
      },
    ),
    { numRuns: Number(Deno.env.get('HISTORIES') ?? 100), includeErrorInReport: true },
  )
}

story('No order of completions, undos, redemptions, removals and retries breaks a rule of the family', (database) =>
  tryHistories(database, mode, step),
)

story(
  'Any order of completing, undoing, asking, deciding, putting back, giving, taking and practice adds up',
  (database) => tryHistories(database, fc.constantFrom('spend', 'ask'), gemStep),
)
