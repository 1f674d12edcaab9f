import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { ask } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { claimsOn, onlyDeviceOf, tryAs } from '../../testing/seats.ts'
import type { SeatClaims } from '../../testing/seats.ts'
import { attempts, fullHouses } from './reach.ts'
import type { FullHouses } from './reach.ts'

const story = onOneDatabase()

const pin = { salt: '00'.repeat(16), hash: '11'.repeat(32) }

/** Anna has a PIN and gives her phone to Mia: same login, same session, same token. */
async function handedOver(sql: postgres.Sql): Promise<FullHouses> {
  const houses = await fullHouses(sql)
  const anna = houses.berg.parent
  await ask(sql, anna.userId, 'set_pin', { memberId: anna.memberId, ...pin })
  await ask(sql, anna.userId, 'act_as', { memberId: houses.kid.memberId })
  return houses
}

/**
 * Tries all writes, also of PINs and of the acting member, and returns the names of those that change a row with these
 * claims.
 */
async function changedBy(sql: postgres.Sql, claims: SeatClaims, houses: FullHouses): Promise<string[]> {
  const changed: string[] = []
  for (const { table, verb, what, run } of attempts.filter(({ verb }) => verb !== 'select')) {
    const outcome = await tryAs(sql, claims, (transaction) => run(transaction, houses))
    if (outcome !== 'denied' && outcome > 0) changed.push(`${table} ${verb} ${what}`)
  }
  return changed
}

story('The token that changed everything before Mia held the phone changes nothing after', async ({ sql }) => {
  const houses = await fullHouses(sql)
  const token = claimsOn(onlyDeviceOf(houses.berg.parent.userId))
  assert.ok((await changedBy(sql, token, houses)).length >= 14)
  await ask(sql, houses.berg.parent.userId, 'act_as', { memberId: houses.kid.memberId })
  assert.deepEqual(await changedBy(sql, token, houses), [])
})

story("A token without a session, or with somebody else's, acts as nobody", async ({ sql }) => {
  const houses = await handedOver(sql)
  const { berg, holm } = houses
  const token = claimsOn(onlyDeviceOf(berg.parent.userId))
  const { session_id: _, ...without } = token
  for (const claims of [
    without,
    { ...token, session_id: onlyDeviceOf(holm.parent.userId).sessionId },
    { ...token, session_id: crypto.randomUUID() },
  ]) {
    assert.deepEqual(await changedBy(sql, claims, houses), [])
  }
})
