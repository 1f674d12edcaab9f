import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { onOneDatabase } from '../../embedded/testing/database.ts'
import { claimsOf, seats, tryAs, twoHouses } from '../../embedded/testing/seats.ts'
import type { Claims } from '../../embedded/testing/seats.ts'

const story = onOneDatabase()

/** How many of the probes of that kind a seat hears on a topic, as the live service asks it. */
async function hears(sql: postgres.Sql, claims: Claims, topic: string, extension: string): Promise<number | 'denied'> {
  await sql`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
  return tryAs(sql, claims, async (transaction) => {
    await transaction`select set_config('realtime.topic', ${topic}, true)`
    const { count } = await transaction`select from realtime.messages where topic = ${topic} and extension = ${extension}`
    return { count: Math.min(count, 1) }
  })
}

async function speaks(sql: postgres.Sql, claims: Claims, topic: string, extension: string): Promise<number | 'denied'> {
  return tryAs(sql, claims, async (transaction) => {
    await transaction`select set_config('realtime.topic', ${topic}, true)`
    return transaction`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`
  })
}

story('Parents and kids listen and speak in their own family; others and visitors do neither', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const topic = `family:${houses.berg.familyId}`
  const member = [1, 1]
  const stranger = [0, 'denied']
  const expected = {
    'acting parent': member,
    'acting kid': member,
    "kid's own login": member,
    // Until the token ends; the live service closes the connection with it.
    'signed out': member,
    'other family': stranger,
    'bare key': stranger,
  }
  for (const seat of seats) {
    for (const extension of ['broadcast', 'presence']) {
      const claims = claimsOf(houses, seat)
      assert.deepEqual([await hears(sql, claims, topic, extension), await speaks(sql, claims, topic, extension)], expected[seat], `${seat}, ${extension}`)
    }
  }
})

story("A topic is a family's only when it is written exactly so", async ({ sql }) => {
  const houses = await twoHouses(sql)
  const { familyId } = houses.berg
  const claims = claimsOf(houses, 'acting parent')
  for (const topic of [
    familyId,
    `family:${familyId} `,
    `family:${familyId.toUpperCase()}x`,
    `Family:${familyId}`,
    'family:',
    'family:%',
    `family:${houses.holm.familyId}`,
  ]) {
    assert.deepEqual([await hears(sql, claims, topic, 'broadcast'), await speaks(sql, claims, topic, 'broadcast')], [0, 'denied'], topic)
  }
})

story('Even in their own family nobody listens to or speaks what is neither broadcast nor presence', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const topic = `family:${houses.berg.familyId}`
  const claims = claimsOf(houses, 'acting parent')
  assert.deepEqual([await hears(sql, claims, topic, 'postgres_changes'), await speaks(sql, claims, topic, 'postgres_changes')], [0, 'denied'])
})

story('Whoever leaves the family hears nothing more', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const topic = `family:${houses.berg.familyId}`
  assert.equal(await hears(sql, claimsOf(houses, "kid's own login"), topic, 'broadcast'), 1)
  await sql`delete from public.family_members where id = ${houses.kid.memberId}`
  assert.equal(await hears(sql, claimsOf(houses, "kid's own login"), topic, 'broadcast'), 0)
})
