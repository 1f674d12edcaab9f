import assert from 'node:assert/strict'
import fc from 'fast-check'
import { completionDays } from '#domain/contract/constants.ts'
import { Day } from '#domain/contract/days.ts'
import type { WeekStart } from '#domain/contract/families.ts'
import type { QuestCompletion } from '#domain/contract/completions.ts'
import { Quest } from '#domain/contract/quests.ts'
import { dueDayOf, nextDueDay, scheduleOf } from '#domain/rules/due-days.ts'
import { plusDays } from '#domain/rules/days.ts'
import { aQuest, dayIn } from '../../testing/builders.ts'
import { questCases } from '../../testing/quest-cases.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { household } from '../../testing/seats.ts'

const story = onOneDatabase()

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Santiago',
)
const moments = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const days = fc
  .date({ min: new Date('2025-12-20'), max: new Date('2027-02-01'), noInvalidDate: true })
  .map((date) => Day.parse(date.toISOString().slice(0, 10)))
const recurring = fc.constantFrom('daily' as const, 'weekly' as const, 'weekly' as const)

const schedule = fc
  .record({
    recurring,
    weekdays: fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 })),
    timesPerWeek: fc.option(fc.integer({ min: 1, max: 7 })),
    startsOn: fc.option(days),
    length: fc.option(fc.nat(60)),
    createdAt: moments,
  })
  .map(({ length, recurring, weekdays, timesPerWeek, startsOn, createdAt }) => ({
    ...{ recurring, createdAt, startsOn },
    ...(recurring === 'weekly' && (timesPerWeek === null ? { weekdays } : { timesPerWeek })),
    endsOn: length === null ? null : plusDays(startsOn ?? Day.parse(createdAt.slice(0, 10)), length),
  }))

story('The database and the screens agree for which due day each day counts, and which is next', async ({ sql }) => {
  const cases = fc.array(fc.tuple(zones, schedule, days), { minLength: 250, maxLength: 250 })
  await fc.assert(
    fc.asyncProperty(cases, async (drawn) => {
      const asked = drawn.map(([zone, fields, day]) => ({ zone, day, quest: rowOf('', Quest.parse(aQuest(fields))) }))
      const rows = await sql<{ due: string | null; next: string | null }[]>`
        select private.due_day_of(q, zone, day)::text as due, private.next_due_day(q, zone, day)::text as next
        from jsonb_array_elements(${sql.json(asked)}) with ordinality asked(it, place),
          jsonb_populate_record(null::public.quests, it -> 'quest') q,
          text(it ->> 'zone') zone, date(it ->> 'day') day
        order by place`
      const ours = drawn.map(([zone, fields, day]) => {
        const rules = scheduleOf(Quest.parse(aQuest(fields)), dayIn(zone))
        return { due: dueDayOf(rules, day) ?? null, next: nextDueDay(rules, day) ?? null }
      })
      assert.deepEqual([...rows], ours)
    }),
    { numRuns: 40 },
  )
})

story('The database follows the rules of days', async ({ sql }) => {
  const { familyId } = await household(sql, 'Anna', 'Berg')
  await sql`delete from public.quests where family_id = ${familyId}`
  // A board may be without columns for a moment.
  await sql`alter table public.quest_columns disable trigger user`
  for (const { says, zone, weekStartsOn, quest, columns, completions, stands, counts } of questCases) {
    await sql`delete from public.quest_columns where family_id = ${familyId}`
    for (const { id, title, emoji, position, isSomeday } of columns)
      await sql`
        insert into public.quest_columns (id, family_id, title, emoji, position, is_someday)
        values (${id}, ${familyId}, ${title}, ${emoji}, ${position}, ${isSomeday})`
    for (const [today, column] of stands) {
      const said = await columnIn(sql, {
        familyId,
        quest,
        completions,
        last: columns.at(-1)?.id,
        zone,
        weekStartsOn,
        today,
      })
      assert.equal(said, column, `${says}, ${today}`)
    }
    for (const [day, due] of counts) {
      const [row] = await sql`
        select private.due_day_of(jsonb_populate_record(null::public.quests, ${sql.json(rowOf(familyId, quest))}), ${zone}, ${day}::date)::text as due`
      assert.equal(row?.['due'] ?? '', due, `${says}, ${day}`)
    }
  }
  await sql`alter table public.quest_columns enable trigger user`
})

const rowOf = (familyId: string, quest: Quest) => ({
  ...(familyId !== '' && { family_id: familyId }),
  column_id: quest.columnId,
  recurring: quest.recurring,
  created_at: quest.createdAt,
  finished_at: quest.finishedAt,
  finished_by: quest.finishedBy,
  assignee_ids: quest.assigneeIds,
  weekdays: quest.weekdays ?? null,
  times_per_week: quest.timesPerWeek ?? null,
  starts_on: quest.startsOn ?? null,
  ends_on: quest.endsOn ?? null,
})

type Standing = {
  familyId: string
  quest: Quest
  completions: readonly QuestCompletion[]
  last: string | undefined
  zone: string
  weekStartsOn: WeekStart
  today: Day
}

/** The column in which the database sees a quest on a day, with these completions. */
async function columnIn(
  sql: Sql,
  { familyId, quest, completions, last, zone, weekStartsOn, today }: Standing,
): Promise<string | undefined> {
  const earlier = completions.filter(
    ({ completedDate }) => completedDate <= today && completedDate >= plusDays(today, -completionDays.daysBefore),
  )
  const [week] = await sql<
    { first: Day }[]
  >`select private.week_of(${weekStartsOn}::smallint, ${today}::date)::text as first`
  const first = week?.first ?? assert.fail()
  const board = { last_column: last, today, time_zone: zone, week: first }
  const done = {
    last_day:
      earlier
        .map(({ completedDate }) => completedDate)
        .toSorted()
        .at(-1) ?? null,
    week: earlier.filter(({ completedDate }) => completedDate >= first).map(({ memberId }) => memberId),
  }
  const [said] = await sql<{ column: string }[]>`
    select private.current_column(jsonb_populate_record(null::public.quests, ${sql.json(rowOf(familyId, quest))}),
      jsonb_populate_record(null::private.board, ${sql.json(board)}),
      jsonb_populate_record(null::private.done, ${sql.json(done)})) as column`
  return said?.column
}
