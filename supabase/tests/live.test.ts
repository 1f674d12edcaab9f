import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { onOneDatabase } from '../../testing/database.ts'
import { claimsOf, liveClaimsOf, seats, tryAs, twoHouses } from '../../testing/seats.ts'
import type { SeatClaims, Outcome } from '../../testing/seats.ts'

const story = onOneDatabase()

/**
 * Returns how many messages of that kind a seat can read on a topic and send there, by the queries of the live service.
 */
async function reachOf(
  sql: postgres.Sql,
  claims: SeatClaims,
  topic: string,
  extension = 'broadcast',
): Promise<[heard: Outcome, said: Outcome]> {
  await sql`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
  const heard = await tryAs(sql, claims, async (transaction) => {
    await transaction`select set_config('realtime.topic', ${topic}, true)`
    const { count } =
      await transaction`select from realtime.messages where topic = ${topic} and extension = ${extension}`
    return { count: Math.min(count, 1) }
  })
  const said = await tryAs(sql, claims, async (transaction) => {
    await transaction`select set_config('realtime.topic', ${topic}, true)`
    return transaction`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
  })
  return [heard, said]
}

const stranger = [0, 'denied']

story(
  'On the topic of a family its members listen and the database alone speaks; on that of its devices they speak too',
  async ({ sql }) => {
    const houses = await twoHouses(sql)
    const { familyId } = houses.berg
    for (const seat of seats) {
      const claims = liveClaimsOf(houses, seat)
      const isMember = !['signed out', 'other family', 'bare key'].includes(seat)
      for (const [topic, extension, ofMember] of [
        [`family:${familyId}`, 'broadcast', [1, 'denied']],
        [`family:${familyId}`, 'presence', stranger],
        [`family:${familyId}`, 'postgres_changes', stranger],
        [`family-devices:${familyId}`, 'broadcast', [1, 1]],
        [`family-devices:${familyId}`, 'presence', [1, 1]],
        [`family-devices:${familyId}`, 'postgres_changes', stranger],
      ] as const)
        assert.deepEqual(
          await reachOf(sql, claims, topic, extension),
          isMember ? ofMember : stranger,
          `${seat}, ${topic}, ${extension}`,
        )
    }
  },
)

story('The account’s own token, a session that has ended and a former member hear and say nothing', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const topic = `family-devices:${houses.berg.familyId}`
  assert.deepEqual(await reachOf(sql, claimsOf(houses, 'acting kid'), topic), stranger)
  for (const [seat, end] of [
    ['acting kid', sql`delete from auth.sessions where id = ${houses.tablet.sessionId}`],
    ["kid's own login", sql`delete from public.family_members where id = ${houses.kid.memberId}`],
  ] as const) {
    const claims = liveClaimsOf(houses, seat)
    assert.deepEqual(await reachOf(sql, claims, topic), [1, 1], seat)
    await end
    assert.deepEqual(await reachOf(sql, claims, topic), stranger, seat)
  }
})

story("A topic is a family's only when it is written exactly so", async ({ sql }) => {
  const houses = await twoHouses(sql)
  const { familyId } = houses.berg
  const claims = liveClaimsOf(houses, 'acting parent')
  for (const topic of [
    familyId,
    `family:${familyId} `,
    `family:${familyId}\n`,
    `family:${familyId.toUpperCase()}x`,
    `family:${familyId.toUpperCase()}`,
    `family:${familyId.replaceAll('-', '')}`,
    `Family:${familyId}`,
    `family-devices:${familyId} `,
    `family-devices${familyId}`,
    `family-devices:devices:${familyId}`,
    `family_devices:${familyId}`,
    'family:',
    'family-devices:',
    'family:%',
    `family:${houses.holm.familyId}`,
    `family-devices:${houses.holm.familyId}`,
  ]) {
    assert.deepEqual(await reachOf(sql, claims, topic), stranger, topic)
  }
})

story('A migration that adds a table to the publication of Supabase runs here too', async ({ sql }) => {
  await sql`alter publication supabase_realtime add table public.rewards`
  const tables = await sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`
  assert.deepEqual([...tables], [{ tablename: 'rewards' }])
})
