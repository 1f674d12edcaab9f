import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Absence } from '#domain/contract/absences.ts'
import { Day } from '#domain/contract/days.ts'
import { MemberId } from '#domain/contract/ids.ts'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { questCommand } from '#domain/contract/quests.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { Redemption } from '#domain/contract/redemptions.ts'
import { applyCommand } from '#domain/rules/commands.ts'
import type { Command } from '#domain/rules/commands.ts'
import { columnsInOrder, defaultHome, isSomedayColumn } from '#domain/rules/columns.ts'
import { plusDays } from '#domain/rules/days.ts'
import { isDueOn, scheduleOf } from '#domain/rules/due-days.ts'
import { applyEvent, completionKey, emptyFamilyState } from '#domain/rules/family-state.ts'
import type { FamilyState } from '#domain/rules/family-state.ts'
import { groupBy } from '#domain/rules/group-by.ts'
import { progressOn, questsOnDay } from '#domain/rules/occurrences.ts'
import { isEnough } from '#domain/rules/weeks.ts'
import { canBeCompleted, homeColumnOf, withCurrentColumns } from '#domain/rules/quests.ts'
import { clockIn, dayFromNow } from '../../testing/builders.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { addGems, addMember, ask, newsOf } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { sentOf, stepsOf } from '../../testing/histories.ts'
import type { SentChange, Things } from '../../testing/histories.ts'
import { household, insertSession, onlyDeviceOf } from '../../testing/seats.ts'
import type { DeviceSession, TestFamily } from '../../testing/seats.ts'

const story = onOneDatabase()

const practiceGems = 10

/** A family as the database has it; `paid` is by completion, and a net balance below zero is owed. */
type Stored = {
  state: FamilyState
  net: Readonly<Record<string, number>>
  paid: Readonly<Record<string, number>>
}

/** A family in a history, and what its rules remember of it. */
type World = Stored & {
  familyId: string
  phone: DeviceSession
  tablet: DeviceSession
  /** Anna, the parent, and Mia, the member that the tablet acts as. */
  annaId: string
  miaId: string
  strange: NonNullable<Things['strange']>
  /** By member: gems that no completion explains, for practice, from parents, of earlier and for deleted quests. */
  kept: Record<string, number>
  /** By member: gems that parents took. */
  taken: Record<string, number>
  practised: Set<string>
  /** Redemptions of before time passed, and those that waited for a parent. */
  old: Set<string>
  reserved: Set<string>
  /** How often time has passed. */
  pauses: number
}

/** Anna, her kid Mia with a tablet and some gems from earlier, one quest, and two rewards. */
async function newWorld(
  sql: TestDatabase['sql'],
  other: TestFamily & { rewardId: string },
  rewardMode: string,
  saved: number,
): Promise<World> {
  const berg = await household(sql, 'Anna', 'Berg')
  const { familyId, parent, questId } = berg
  const miaId = await addMember(sql, berg)
  await ask(sql, parent.userId, 'edit_quest', { questId, assigneeIds: [parent.memberId, miaId] })
  await addGems(sql, familyId, miaId, saved)
  const weekStartsOn = saved === 1 ? 1 : 7
  await ask(sql, parent.userId, 'edit_family', { familyId, rewardMode, practiceGems, weekStartsOn })
  for (const gemCost of [10, 0])
    await ask(sql, parent.userId, 'add_reward', { familyId, title: 'Treat', icon: '🍦', gemCost })
  return {
    ...(await readFamily(sql, familyId)),
    familyId,
    phone: onlyDeviceOf(parent.userId),
    tablet: await insertSession(sql, parent.userId, miaId),
    annaId: parent.memberId,
    miaId,
    strange: { ...other, memberId: other.parent.memberId },
    kept: { [miaId]: saved },
    taken: {},
    practised: new Set(),
    old: new Set(),
    reserved: new Set(),
    pauses: 0,
  }
}

async function readFamily(sql: Sql, familyId: string): Promise<Stored> {
  const [row] = await sql<{ stored: Stored['state'] & Omit<Stored, 'state'> }[]>`
    select jsonb_build_object(
      'family', (select private.family_json(f) from public.families f where id = ${familyId}),
      'columns', (select jsonb_agg(private.column_json(c) order by position) from public.quest_columns c where family_id = ${familyId}),
      'quests', coalesce((select jsonb_agg(private.quest_json(q)::jsonb order by created_at, id) from public.quests q where family_id = ${familyId}), '[]'),
      'members', (select jsonb_agg(private.member_json(m) order by created_at, id) from public.family_members m where family_id = ${familyId}),
      'rewards', (select jsonb_agg(private.reward_json(r) order by gem_cost desc) from public.rewards r where family_id = ${familyId}),
      'redemptions', coalesce((select jsonb_agg(private.redemption_json(r) order by created_at, id) from public.redemptions r where family_id = ${familyId}), '[]'),
      'completions', coalesce((select jsonb_agg(private.completion_json(c) order by completed_date, quest_id, member_id) from public.quest_completions c where family_id = ${familyId}), '[]'),
      'absences', coalesce((select jsonb_agg(private.absence_json(a) order by starts_on, id) from public.absences a where family_id = ${familyId}), '[]'),
      'earned', coalesce((select jsonb_object_agg(member_id, months) from (select member_id, jsonb_agg(jsonb_build_object('month', month, 'gems', earned)) as months
        from public.gem_months where family_id = ${familyId} group by member_id) earned), '{}'),
      'paid', coalesce((select jsonb_object_agg(concat_ws(' ', quest_id, member_id, completed_date), gems) from public.quest_completions where family_id = ${familyId}), '{}'),
      'net', (select jsonb_object_agg(id, case when owed = 0 then gems when gems = 0 then -owed end) from (select id,
        (select coalesce(sum(amount), 0) from public.gem_entries where member_id = m.id) as gems,
        (select coalesce(sum(amount), 0) from public.gem_debts where member_id = m.id) as owed
        from public.family_members m where family_id = ${familyId}) members)) as stored`
  const { net, paid, ...state } = row?.stored ?? assert.fail()
  return { state: { ...emptyFamilyState, ...state }, net, paid }
}

/** Returns what every screen shows of a family, and what decides it. */
function seen(state: FamilyState) {
  const { quests, columns, completions, members, absences, redemptions, family } = state
  const ordered = columnsInOrder(columns).map(({ id }) => id)
  return {
    columns: ordered,
    mode: family?.rewardMode,
    quests: withCurrentColumns(quests, completions, { columns, today: today(), ...clockOf(state) })
      .map(({ id, title, gemValue, recurring, assigneeIds, columnId, finishedAt, finishedBy, scheduledAt }, index) => {
        const home = quests[index] && homeColumnOf(quests[index])
        return {
          id,
          title,
          gemValue,
          recurring,
          assigneeIds,
          columnId,
          home,
          isFinished: finishedAt !== null,
          isRescheduled: scheduledAt !== undefined,
          finishedBy: members.some(({ id }) => id === finishedBy) ? finishedBy : finishedBy && 'a former member',
        }
      })
      .toSorted(byId),
    members: members.map(({ id, role }) => ({ id, role })).toSorted(byId),
    redemptions: redemptions
      .map(({ id, status, memberId, gemCost, unseen = false }) => ({ id, status, memberId, gemCost, unseen }))
      .toSorted(byId),
    completions: completions.map(completionKey).toSorted(),
    absences: absences.map((absence) => ({ ...absence, version: undefined })).toSorted(byId),
  }
}
const byId = ({ id: one }: { id: string }, { id: other }: { id: string }) => (one < other ? -1 : 1)
const clockOf = ({ family }: FamilyState) => clockIn('UTC', family?.weekStartsOn)
const today = () => Day.parse(dayFromNow())

/** Whether the family's rules let that device do it. */
function isAllowed(world: World, who: DeviceSession, { name, params, body = {} }: SentChange): boolean {
  const { state, miaId, net } = world
  const isTablet = who === world.tablet
  const has = (list: readonly { id: string }[], id: unknown) => list.some((one) => one.id === id)
  const isMember = (id: unknown) => has(state.members, id)
  const isHers = (id: unknown) => isMember(id) && (!isTablet || id === miaId)
  const isColumn = (id: unknown) => has(state.columns, id)
  const quest = state.quests.find(({ id }) => id === params['questId'])
  const redemption = state.redemptions.find(({ id }) => id === params['redemptionId'])
  const { memberId = '' } = params
  switch (name) {
    case 'moveOrEditQuest': {
      if (quest === undefined || ('columnId' in body && !isColumn(body['columnId']))) return false
      // With no other field than the date it goes with a once-quest.
      if (typeof body['dueOn'] === 'string' && !('recurring' in body) && quest.recurring !== 'once') return false
      const { startsOn = quest.startsOn, endsOn = quest.endsOn } = body as Partial<Quest>
      if (
        'recurring' in body &&
        body['recurring'] !== 'once' &&
        startsOn != null &&
        endsOn != null &&
        startsOn > endsOn
      )
        return false
      const { completingMemberId: doer, completedDate: day } = body as {
        completingMemberId?: string
        completedDate?: Day
      }
      if (doer === undefined || day === undefined) return true
      const isInTime = day <= today() && day >= plusDays(today(), -2)
      const ofQuest = state.completions.filter(({ questId }) => questId === quest.id)
      const isDoneThen = ofQuest.some(({ memberId, completedDate }) => memberId === doer && completedDate === day)
      const on = { ...clockOf(state), day }
      const isLeft = !isEnough(quest, ofQuest, MemberId.parse(doer), on)
      const isFinished = quest.recurring === 'once' && quest.finishedAt !== null
      const isPlanned = isFinished || !isSomedayColumn(state.columns, homeColumnOf(quest))
      if (isTablet && !isDoneThen && !(isLeft && isPlanned)) return false
      return (
        isInTime &&
        isHers(doer) &&
        (!isTablet ||
          has(
            quest.assigneeIds.map((id) => ({ id })),
            doer,
          ))
      )
    }
    case 'undoCompletion':
      return state.completions.some((done) => completionKey(done) === completionKey(params as never))
    case 'redeemReward': {
      const reward = state.rewards.find(({ id }) => id === params['rewardId'])
      if (reward === undefined || !isHers(body['memberId'])) return false
      if (has(state.redemptions, body['redemptionId'])) return true
      return (
        state.family?.rewardMode === 'celebrate' || Math.max(0, net[String(body['memberId'])] ?? 0) >= reward.gemCost
      )
    }
    case 'decideRedemption':
      return (
        redemption !== undefined &&
        redemption.putBack !== true &&
        ['reserved', body['status']].includes(redemption.status)
      )
    case 'putBackRedemption': {
      if (redemption === undefined || (isTablet && !isHers(redemption.memberId))) return false
      const { id, status, putBack } = redemption
      if (putBack === true) return true
      if (status === 'declined' || (status === 'reserved' && world.old.has(id))) return false
      return !isTablet || !(world.old.has(id) || (status === 'granted' && world.reserved.has(id)))
    }
    case 'finishPractice':
      return isHers(memberId)
    case 'addGemEntry':
      return isMember(memberId) && !isTablet && Math.max(0, net[memberId] ?? 0) + Number(body['amount']) >= 0
    case 'addQuest':
      // Sent again after one of its children left, it returns the quest as it is.
      if (has(state.quests, body['id'])) return true
      return isColumn(body['columnId']) && (body['assigneeIds'] as string[]).every(isMember)
    case 'addAbsence': {
      if (has(state.absences, body['id'])) return true
      const { memberId = null, questId = null, startsOn, endsOn } = body as Partial<Absence>
      const isKnown = (memberId === null || isMember(memberId)) && (questId === null || has(state.quests, questId))
      return isKnown && String(startsOn) <= String(endsOn)
    }
    case 'editAbsence':
    case 'deleteAbsence': {
      const absence = state.absences.find(({ id }) => id === params['absenceId'])
      const { endsOn = absence?.endsOn } = body as Partial<Absence>
      return absence !== undefined && endsOn !== undefined && endsOn >= absence.startsOn
    }
    case 'deleteQuest':
      return quest !== undefined
    case 'removeMember':
      return isMember(memberId) && memberId !== world.annaId
    case 'orderColumns': {
      const ids = (body['columnIds'] as string[]).toSorted()
      return (
        !isTablet &&
        ids.join() ===
          state.columns
            .map(({ id }) => String(id))
            .toSorted()
            .join()
      )
    }
    case 'deleteColumn': {
      const { columns, quests } = seen(state)
      const { columnId = '' } = params
      return isColumn(columnId) && columns.length > 1 && !quests.some((each) => each.columnId === columnId)
    }
    default:
      return true
  }
}

/** The app's guess, with what it leaves to the server: where a column is added, new homes, who inherits quests, a celebration again. */
function guessOf({ state, annaId }: World, { name, params, body = {} }: SentChange): FamilyState {
  const at = new Date().toISOString()
  const guess = applyCommand(state, { ...params, body, name, at, today: today(), key: '' } as unknown as Command)
  const ids = columnsInOrder(state.columns).map(({ id }) => String(id))
  const isCelebratedAgain = ({ unseen, memberId, rewardId }: Redemption) =>
    unseen === true && memberId === body['memberId'] && rewardId === params['rewardId']
  if (name === 'redeemReward' && state.family?.rewardMode === 'celebrate' && state.redemptions.some(isCelebratedAgain))
    return state
  if (name === 'addColumn' && !ids.includes(String(body['id']))) {
    const order = ids.toSpliced(Number(body['position'] ?? ids.length), 0, String(body['id']))
    return { ...guess, columns: guess.columns.map((column) => ({ ...column, position: order.indexOf(column.id) })) }
  }
  if (name === 'deleteColumn') {
    const home = defaultHome(guess.columns)
    const rehomed = (quest: Quest) => homeColumnOf(quest) === params['columnId'] && home !== undefined
    return {
      ...guess,
      quests: guess.quests.map((quest) => (rehomed(quest) ? { ...quest, homeColumnId: home } : quest)),
    }
  }
  if (name !== 'removeMember') return guess
  const stays = ({ memberId }: { memberId: string }) => memberId !== params['memberId']
  // Anna was there first.
  const heirs = (assigneeIds: Quest['assigneeIds']) => {
    const left = assigneeIds.filter((memberId) => stays({ memberId }))
    return left.length > 0 ? left : ([annaId] as Quest['assigneeIds'])
  }
  return {
    ...guess,
    absences: guess.absences.filter(({ memberId }) => memberId !== params['memberId']),
    members: guess.members.filter(({ id: memberId }) => stays({ memberId })),
    completions: guess.completions.filter(stays),
    redemptions: guess.redemptions.filter(stays),
    quests: guess.quests.map((quest) => ({ ...quest, assigneeIds: heirs(quest.assigneeIds) })),
  }
}

/** Sends a change, and compares the answer and what is stored with the family's rules and the app's guess. */
async function perform(sql: Sql, world: World, who: DeviceSession, sent: SentChange): Promise<void> {
  const { name, params, body = {} } = sent
  const { state, familyId } = world
  const isExpected = isAllowed(world, who, sent)
  const command =
    name === 'moveOrEditQuest'
      ? questCommand(body).command
      : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const run = async () => {
    if (name === 'finishPractice')
      for (const item of ['cat', 'dog', 'sun', 'cat', 'dog', 'sun'])
        await ask(sql, who, 'practise', {
          ...params,
          ...body,
          item,
          answer: 'right',
          tookMs: 3000,
          day: today(),
        })
    return ask(sql, who, command, { ...params, ...body } as never)
  }
  const isDone = await run().then(
    () => true,
    ({ code, constraint_name: constraint }: { code?: string; constraint_name?: string }) => {
      // A move to a column that is not there: the edge function knows this one by its constraint.
      assert.ok(code === 'BQ001' || constraint === 'quests_column_fkey', `${command}: ${code}`)
      return false
    },
  )
  assert.equal(isDone, isExpected, `${command} ${JSON.stringify(sent)} was ${isDone ? 'done' : 'refused'}`)
  const before = { ...world }
  Object.assign(world, await readFamily(sql, familyId))
  if (isDone) noteGems(before, world, sent)
  const isOfOtherKind = 'recurring' in body && name !== 'addQuest'
  if (!isDone) assert.deepEqual(seen(world.state), seen(state), 'what is refused changes nothing')
  else if (!isOfOtherKind)
    assert.deepEqual(
      seen(world.state),
      seen(guessOf({ ...world, state }, sent)),
      `${command} does what the app has guessed`,
    )

  const news = await newsOf(sql, familyId, state.family?.revision ?? 0)
  const events = news.map(({ event, payload }) => ({ type: event, ...payload }) as unknown as FamilyEvent)
  const told = events.reduce(applyEvent, state)
  assert.deepEqual(seen(told), seen(world.state), 'the events tell all that has changed')
  for (const [id, balance] of Object.entries(told.balances))
    assert.equal(balance, Math.max(0, world.net[id] ?? 0), 'the balance announced last')
  assert.deepEqual(told.earned, world.state.earned, 'and the gems ever earned')
  assert.deepEqual(
    news.map(({ payload }) => payload['revision']),
    news.map((_, index) => (state.family?.revision ?? 0) + 1 + index),
  )
}

/** Notes which gems a change explains, and asserts that a completion is paid what the quest was worth. */
function noteGems(before: World, world: World, { name, params, body = {} }: SentChange): void {
  const keep = (memberId: string, amount: number) => void (world.kept[memberId] = (world.kept[memberId] ?? 0) + amount)
  const { memberId = '', questId } = params
  if (name === 'addGemEntry') {
    keep(memberId, Number(body['amount']))
    world.taken[memberId] = (world.taken[memberId] ?? 0) + Math.max(0, -Number(body['amount']))
  }
  if (name === 'finishPractice' && !world.practised.has(memberId)) {
    world.practised.add(memberId)
    keep(memberId, practiceGems)
  }
  if (name === 'deleteQuest')
    for (const done of before.state.completions)
      if (done.questId === questId) keep(done.memberId, before.paid[completionKey(done)] ?? 0)
  if (name === 'redeemReward' && before.state.family?.rewardMode === 'ask')
    world.reserved.add(String(body['redemptionId']))
  for (const done of world.state.completions) {
    const key = completionKey(done)
    const worth = before.state.quests.find(({ id }) => id === done.questId)?.gemValue
    assert.equal(world.paid[key], before.paid[key] ?? worth, 'a completion is paid what the quest was worth')
  }
}

/** Lets days pass, each time more than all before, so that no two days coincide. */
async function letTimePass(sql: Sql, world: World): Promise<void> {
  if (world.pauses === 5) return
  const { familyId } = world
  const days = 4 * 3 ** world.pauses++
  await sql`update public.quest_completions set completed_date = completed_date - ${days}::int, created_at = created_at - make_interval(days => ${days}) where family_id = ${familyId}`
  await sql`update public.quests set finished_at = finished_at - make_interval(days => ${days}) where family_id = ${familyId} and finished_at is not null`
  await sql`update public.redemptions set created_at = created_at - make_interval(days => ${days}) where family_id = ${familyId}`
  for (const { id } of world.state.redemptions) world.old.add(id)
  Object.assign(world, await readFamily(sql, familyId))
}

/** Checks what holds after every step. */
function assertRules({ state, net, kept, taken, paid }: World): void {
  for (const { id } of state.members) {
    const sum = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    const done = sum(
      state.completions.filter(({ memberId }) => memberId === id).map((one) => paid[completionKey(one)] ?? 0),
    )
    const bought = state.redemptions.filter(({ memberId, status }) => memberId === id && status !== 'declined')
    const spent = sum(bought.map(({ gemCost }) => gemCost))
    const rightful = (kept[id] ?? 0) + done - spent
    assert.equal(net[id], rightful, 'paid for what stands done, what was given, less what was taken and redeemed')
    const everEarned = sum((state.earned[id] ?? []).map(({ gems }) => gems))
    assert.equal(everEarned, Math.max(0, rightful) + spent + (taken[id] ?? 0), 'spending and taking count nothing')
  }
  assert.ok(
    state.members.some(({ role }) => role === 'parent'),
    'a family has a parent',
  )
  const isMember = (id: string) => state.members.some((member) => member.id === id)
  const lost = state.quests.filter(({ assigneeIds }) => assigneeIds.length === 0 || !assigneeIds.every(isMember))
  assert.deepEqual(lost, [], 'every quest is somebody’s')
  assertAgreement(state)
}

/** Checks that board, calendar, wall and child agree what is done, and in which column. */
function assertAgreement(state: FamilyState): void {
  const { quests, columns, completions } = state
  const clock = { today: today(), ...clockOf(state) }
  // A screen with an older list knows only the home column.
  const older = quests.map((quest) =>
    quest.recurring === 'once' ? quest : { ...quest, columnId: homeColumnOf(quest) },
  )
  assert.deepEqual(
    withCurrentColumns(older, completions, { columns, ...clock }).map(({ columnId }) => columnId),
    quests.map(({ columnId }) => columnId),
  )
  const byQuest = groupBy(completions, ({ questId }) => questId)
  const onToday = new Set(
    questsOnDay({ quests, columns, completions }, { day: clock.today, ...clock }).map(({ quest }) => quest.id),
  )
  const last = columnsInOrder(columns).at(-1)?.id
  for (const quest of quests) {
    if (quest.recurring === 'once') {
      // An open quest is on today, for the child as on the wall; a done one is not asked for again, however its column
      // changed.
      const isDone = quest.finishedAt !== null || quest.columnId === last
      assert.equal(canBeCompleted(quest, columns), !isDone)
      if (!isDone)
        assert.equal(
          onToday.has(quest.id),
          !isSomedayColumn(columns, quest.columnId) && (quest.dueOn ?? clock.today) <= clock.today,
        )
    } else if (progressOn(quest, byQuest.get(quest.id) ?? [], { day: clock.today, ...clock }).doneBy.length > 0) {
      assert.equal(quest.columnId, last, 'the board has it done where the day has it done')
    } else if (
      quest.recurring === 'daily' &&
      isDueOn(scheduleOf(quest, clock.dayOf), clock.today) &&
      columns.length > 1 &&
      quest.finishedBy !== null
    ) {
      assert.notEqual(quest.columnId, last, 'and to do where the day has it to do')
    }
  }
}

const steps = stepsOf({
  complete: 8,
  move: 6,
  undo: 2,
  redeem: 4,
  decide: 2,
  'put back': 2,
  practise: 1,
  mode: 2,
  'edit quest': 2,
  'date quest': 1,
  'add quest': 2,
  'delete quest': 1,
  'add member': 1,
  'remove member': 1,
  'add column': 2,
  'delete column': 2,
  'order columns': 2,
  skip: 2,
  away: 1,
  back: 1,
  'not away': 1,
  give: 2,
  again: 3,
  pause: 2,
})
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never
const modes = fc.constantFrom('celebrate', 'spend', 'ask', 'ask')

/** One quest, one member: what is spent is often undone. */
const gemSteps = stepsOf(
  {
    complete: 1,
    move: 1,
    undo: 1,
    redeem: 1,
    decide: 1,
    'put back': 1,
    practise: 1,
    give: 1,
    pause: 1,
    'edit quest': 1,
  },
  {
    entity: fc.nat(1),
    member: fc.constant(1),
    column: fc.nat(3),
    into: fc.constant(undefined),
    daysAgo: fc.constant(0),
  },
)

/** The steps that a kid's tablet tries too; the others are a parent's alone. */
const onTablets: readonly string[] = ['complete', 'redeem', 'put back', 'practise', 'give', 'order columns']

/** Tries random histories of these steps in families that begin in one of these modes. */
async function tryHistories(
  { sql, admin }: TestDatabase,
  modes: fc.Arbitrary<string>,
  steps: fc.Arbitrary<Step>,
  numRuns: number,
) {
  const holm = await household(sql, 'Olaf', 'Holm')
  const reward = { familyId: holm.familyId, title: 'Treat', icon: '🍦', gemCost: 0 }
  const { id: rewardId } = await ask(sql, holm.parent.userId, 'add_reward', reward)
  const others = { ...holm, rewardId: String(rewardId) }
  const play = async (mode: string, saved: number, history: readonly Step[]) => {
    await admin`delete from realtime.messages`
    const world = await newWorld(sql, others, mode, saved)
    const earlier: [DeviceSession, SentChange][] = []
    for (const step of history) {
      const again = step.do === 'again' ? earlier.at(-1 - (step.entity % Math.max(earlier.length, 1))) : undefined
      if (step.do === 'pause') await letTimePass(sql, world)
      else if (step.do !== 'again' || again !== undefined) {
        const who = step.onTablet && onTablets.includes(step.do) ? world.tablet : world.phone
        const next = again ?? ([who, sentOf(step as Parameters<typeof sentOf>[0], thingsOf(world))] as const)
        earlier.push([...next])
        await perform(sql, world, ...next)
      }
      assertRules(world)
    }
    const listed = Object.values(await ask(sql, world.phone, 'list_quests', { familyId: world.familyId }))
    assert.deepEqual(listed, world.state.quests, 'in the order in which they were planned')
  }
  await fc.assert(
    fc.asyncProperty(modes, fc.constantFrom(1, 30), fc.array(steps, { minLength: 1, maxLength: 25 }), play),
    { numRuns: Number(Deno.env.get('HISTORIES') ?? numRuns), includeErrorInReport: true },
  )
}

function thingsOf({ familyId, strange, state }: World): Things {
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  return {
    familyId,
    strange,
    quests: ids(state.quests),
    columns: ids(columnsInOrder(state.columns)),
    members: ids(state.members),
    rewards: ids(state.rewards),
    redemptions: ids(state.redemptions),
    absences: ids(state.absences),
    completions: state.completions,
    dayAgo: (days) => dayFromNow(-days),
    newId: () => crypto.randomUUID(),
  }
}

story('No order of completions, undos, redemptions, removals and retries breaks a rule of the family', (database) =>
  tryHistories(database, modes, steps, 100),
)

story(
  'Any order of completing, undoing, asking, deciding, putting back, giving, taking and practice adds up',
  (database) => tryHistories(database, fc.constantFrom('spend', 'ask'), gemSteps, 60),
)
