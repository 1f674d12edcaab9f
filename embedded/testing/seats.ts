import assert from 'node:assert/strict'
import type postgres from 'postgres'

/** From where somebody looks at the Bergs' board. */
export type Seat = 'parent' | 'kid' | 'other family' | 'nobody'
export const seats: readonly Seat[] = ['parent', 'kid', 'other family', 'nobody']

export type Household = { familyId: string; parent: Person; columnId: string; questId: string }
export type Person = { userId: string; memberId: string }

/** The Bergs with Anna and her kid Mia, who has a login of her own, and the Holms. */
export type Houses = { berg: Household; kid: Person; holm: Household }

export type Sql = postgres.Sql | postgres.TransactionSql

export async function twoHouses(sql: postgres.Sql): Promise<Houses> {
  const [berg, holm] = [await household(sql, 'Anna', 'Berg'), await household(sql, 'Olaf', 'Holm')]
  const mia = await household(sql, 'Mia', 'Alone')
  await sql`update public.family_members set family_id = ${berg.familyId}, role = 'kid' where id = ${mia.parent.memberId}`
  await sql`delete from public.families where id = ${mia.familyId}`
  return { berg, holm, kid: mia.parent }
}

/** Somebody signs up and plans the dishes. */
export async function household(sql: postgres.Sql, firstName: string, lastName: string): Promise<Household> {
  const userId = await newLogin(sql, { first_name: firstName, last_name: lastName })
  const [row] = await sql<{ family: string; member: string; columns: string[] }[]>`
    select family_id as family, m.id as member, array(select c.id from public.quest_columns c where c.family_id = m.family_id order by position) as columns
    from public.family_members m where user_id = ${userId}`
  const [columnId] = row?.columns ?? []
  assert.ok(row && columnId)
  const [quest] = await sql<{ id: string }[]>`
    insert into public.quests (family_id, column_id, title, icon, gem_value, assignee_ids)
    values (${row.family}, ${columnId}, 'Dishes', '🍽️', 20, array[${row.member}]::uuid[]) returning id`
  assert.ok(quest)
  return { familyId: row.family, parent: { userId, memberId: row.member }, columnId, questId: quest.id }
}

/** What the auth service writes for a new login; answers its id. */
export async function newLogin(sql: postgres.Sql, names: postgres.JSONValue): Promise<string> {
  const id = crypto.randomUUID()
  await sql`insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@family.example`}, ${sql.json(names)})`
  return id
}

export function claimsOf(houses: Houses, seat: Seat): { role: string; sub?: string; email?: string } {
  if (seat === 'nobody') return { role: 'anon' }
  const userId = { parent: houses.berg.parent, kid: houses.kid, 'other family': houses.holm.parent }[seat].userId
  return { role: 'authenticated', sub: userId, email: `${userId}@family.example` }
}

/**
 * Runs `work` as that seat, the way the table API and the function do, and takes everything back.
 * Answers how many rows came back or were changed, or `denied`.
 */
export async function tryAs(
  sql: postgres.Sql,
  claims: { role: string },
  work: (sql: postgres.TransactionSql) => Promise<{ count: number }>,
): Promise<number | 'denied'> {
  let outcome: number | 'denied' | undefined
  const takeBack = new Error('taken back')
  try {
    await sql.begin(async (transaction) => {
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${claims.role}, true)`
      outcome = await work(transaction).then(
        ({ count }) => count,
        (error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === '42501') return 'denied'
          throw error
        },
      )
      throw takeBack
    })
  } catch (error) {
    if (error !== takeBack) throw error
  }
  return outcome ?? assert.fail('nothing was tried')
}
