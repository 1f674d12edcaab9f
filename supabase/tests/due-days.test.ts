import assert from 'node:assert/strict'
import fc from 'fast-check'
import { Day } from '#domain/contract/days.ts'
import { QuestCompletion } from '#domain/contract/quest-completions.ts'
import { Quest } from '#domain/contract/quests.ts'
import { dueDayOf, progressOn } from '#domain/rules/calendar.ts'
import { aQuest } from '#domain/rules/testing.ts'
import { onOneDatabase } from '../../embedded/testing/database.ts'
import { household } from '../../embedded/testing/seats.ts'

const story = onOneDatabase()

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kolkata', 'Pacific/Apia', 'America/Santiago')
const moments = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true }).map((date) => date.toISOString())
const days = fc
  .date({ min: new Date('2025-12-20'), max: new Date('2027-02-01'), noInvalidDate: true })
  .map((date) => Day.parse(date.toISOString().slice(0, 10)))
const recurring = fc.constantFrom('daily' as const, 'weekly' as const, 'weekly' as const)
const plusDays = (day: Day, count: number) => Day.parse(new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10))

function dayIn(timeZone: string): (moment: string) => Day {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return (moment) => Day.parse(format.format(new Date(moment)))
}

story('On every day the database and the screens agree whether a recurring quest is done, and for which due day', async ({ sql }) => {
  const { familyId, parent, questId } = await household(sql, 'Anna', 'Berg')
  const near = fc.integer({ min: -8, max: 8 })
  await fc.assert(
    fc.asyncProperty(zones, moments, recurring, days, near, async (zone, createdAt, how, day, apart) => {
      const completedDate = plusDays(day, apart)
      await sql`update public.families set time_zone = ${zone} where id = ${familyId}`
      await sql`update public.quests set created_at = ${createdAt}, recurring = ${how} where id = ${questId}`
      await sql`delete from public.quest_completions where quest_id = ${questId}`
      await sql`
        insert into public.quest_completions (quest_id, member_id, completed_date, family_id, gems) values (${questId}, ${parent.memberId}, ${completedDate}, ${familyId}, 0)`
      const [row] = await sql<{ due: string; done: boolean; same: boolean }[]>`
        select to_char(private.due_day_of(q, ${day}::date), 'yyyy-mm-dd') as due,
          (private.counted_completion(q, ${parent.memberId}, ${day}::date)).quest_id is not null as done
        from public.quests q where q.id = ${questId}`
      const quest = Quest.parse(aQuest({ id: questId, createdAt, recurring: how, assigneeIds: [parent.memberId] }))
      const dayOf = dayIn(zone)
      const done = QuestCompletion.parse({ questId, memberId: parent.memberId, completedDate })
      assert.equal(row?.due, dueDayOf(how, dayOf(createdAt), day))
      assert.equal(row?.done, progressOn(quest, [done], { day, dayOf }).left.length === 0)
    }),
    { numRuns: 200 },
  )
})
