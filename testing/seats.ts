import assert from 'node:assert/strict'
import type postgres from 'postgres'

/** The kinds of callers who access the Bergs' board. */
export const seats = [
  'acting parent',
  'acting kid',
  "kid's own login",
  'other family',
  'paired tablet',
  'signed out',
  'bare key',
] as const
export type Seat = (typeof seats)[number]
/** How many rows were read or changed. */
export type Outcome = number | 'denied'

/** `columnIds` are in the order of the board, and the quest is in the first, `columnId`. */
export type TestFamily = { familyId: string; parent: Person; columnIds: string[]; columnId: string; questId: string }
export type Person = { userId: string; memberId: string }
/** A signed-in device: several of them share a login. */
export type DeviceSession = { userId: string; sessionId: string }

/**
 * The Bergs with Anna and her kid Mia, who has a login of her own, and the Holms. Anna is signed in
 * on a tablet as well, which acts as Mia, and was on a laptop, from which she signed out. Mia has a paired tablet too.
 */
export type Houses = {
  berg: TestFamily
  kid: Person
  tablet: DeviceSession
  paired: DeviceSession
  laptop: DeviceSession
  holm: TestFamily
}

export async function twoHouses(sql: postgres.Sql): Promise<Houses> {
  const [berg, holm] = [await household(sql, 'Anna', 'Berg'), await household(sql, 'Olaf', 'Holm')]
  const kid = await kidWithLogin(sql, berg.familyId)
  const laptop = await insertSession(sql, berg.parent.userId)
  await sql`delete from auth.sessions where id = ${laptop.sessionId}`
  const tablet = await insertSession(sql, berg.parent.userId, kid.memberId)
  return {
    berg,
    holm,
    kid,
    tablet,
    paired: await insertPaired(sql, berg.familyId, [kid.memberId], berg.parent.userId),
    laptop,
  }
}

/**
 * A paired device of these children, which acts as the first; without any it is the wall. `account` has let it in;
 * without one it is older than that is known.
 */
export async function insertPaired(
  sql: postgres.Sql,
  familyId: string,
  children: readonly string[],
  account: string | null = null,
): Promise<DeviceSession> {
  const [device] = await sql<{ id: string }[]>`
    insert into private.devices (is_paired, family_id, let_in_by, use, member_id)
    values (true, ${familyId}, ${account}, ${children.length === 0 ? 'wall' : 'children'}, ${children[0] ?? null}) returning id`
  const { id } = device ?? assert.fail()
  for (const member of children)
    await sql`insert into private.device_members (device_id, member_id) values (${id}, ${member})`
  // It has no account: it is its own subject.
  return { userId: id, sessionId: id }
}

/** The same person signs in once more; with `memberId` the device acts as that member. */
export async function insertSession(sql: postgres.Sql, userId: string, memberId?: string): Promise<DeviceSession> {
  const sessionId = crypto.randomUUID()
  await sql`insert into auth.sessions (id, user_id) values (${sessionId}, ${userId})`
  if (memberId !== undefined) await sql`insert into private.devices (id, member_id) values (${sessionId}, ${memberId})`
  return { userId, sessionId }
}

/** Mia, a kid of that family with a login of her own. */
async function kidWithLogin(sql: postgres.Sql, familyId: string): Promise<Person> {
  const userId = await newLogin(sql, { first_name: 'Mia', last_name: 'Alone' })
  await sql`delete from public.families where id = (select family_id from public.family_members where user_id = ${userId})`
  const [row] = await sql<{ id: string }[]>`
    insert into public.family_members (family_id, user_id, display_name, role) values (${familyId}, ${userId}, 'Mia', 'kid') returning id`
  assert.ok(row)
  return { userId, memberId: row.id }
}

/** Another parent of that family, with a login of their own. */
export async function secondParent(sql: postgres.Sql, familyId: string): Promise<Person> {
  const userId = await newLogin(sql, { first_name: 'Olaf', last_name: 'Alone' })
  const [row] = await sql<
    { id: string }[]
  >`update public.family_members set family_id = ${familyId} where user_id = ${userId} returning id`
  return { userId, memberId: row?.id ?? assert.fail() }
}

/** Somebody signs up and plans the dishes. */
export async function household(sql: postgres.Sql, firstName: string, lastName: string): Promise<TestFamily> {
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
  return {
    familyId: row.family,
    parent: { userId, memberId: row.member },
    columnIds: row.columns,
    columnId,
    questId: quest.id,
  }
}

/** Inserts the rows that Auth writes for a new login with one session, `onlyDeviceOf` it. Returns its id. */
export async function newLogin(sql: postgres.Sql, names: postgres.JSONValue): Promise<string> {
  const id = crypto.randomUUID()
  await sql`insert into auth.users (id, email, raw_user_meta_data) values (${id}, ${`${id}@family.example`}, ${sql.json(names)})`
  await sql`insert into auth.sessions (id, user_id) values (${onlyDeviceOf(id).sessionId}, ${id})`
  return id
}

export type SeatClaims = { role: string; sub?: string; session_id?: string; email?: string }

export function claimsOf(houses: Houses, seat: Seat): SeatClaims {
  const { berg, kid, tablet, paired, laptop, holm } = houses
  switch (seat) {
    case 'acting parent':
      return claimsOn(onlyDeviceOf(berg.parent.userId))
    case 'acting kid':
      return claimsOn(tablet)
    case "kid's own login":
      return claimsOn(onlyDeviceOf(kid.userId))
    case 'paired tablet':
      return claimsOn(paired)
    case 'other family':
      return claimsOn(onlyDeviceOf(holm.parent.userId))
    case 'signed out':
      return claimsOn(laptop)
    case 'bare key':
      return { role: 'anon' }
  }
}

/** The claims of that device's access token. */
export const claimsOn = ({ userId, sessionId }: DeviceSession): SeatClaims => ({
  role: 'authenticated',
  sub: userId,
  session_id: sessionId,
  email: `${userId}@family.example`,
})

/** The claims of that seat's live token: its subject is the session, and no account. */
export function liveClaimsOf(houses: Houses, seat: Seat): SeatClaims {
  const { role, session_id: sub } = claimsOf(houses, seat)
  return { role, ...(sub !== undefined && { sub }) }
}

/** The device a login was made on. */
export const onlyDeviceOf = (userId: string): DeviceSession => ({
  userId,
  sessionId: userId.replace(/.{12}$/, (last) => Array.from(last).toReversed().join('')),
})

/**
 * Runs `work` with those claims, as the table API and the function do, and rolls everything back.
 */
export async function tryAs(
  sql: postgres.Sql,
  claims: SeatClaims,
  work: (sql: postgres.TransactionSql) => Promise<{ count: number }>,
): Promise<Outcome> {
  let outcome: Outcome | undefined
  const rollback = new Error('rolled back')
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
      throw rollback
    })
  } catch (error) {
    if (error !== rollback) throw error
  }
  return outcome ?? assert.fail('nothing was tried')
}
