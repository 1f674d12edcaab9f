import assert from 'node:assert/strict'
import type postgres from 'postgres'
import type { Sql } from '../embedded/postgres/connect.ts'
import { claimsOn, onlyDeviceOf } from './seats.ts'
import type { DeviceSession, TestFamily } from './seats.ts'

/** The caller: a user's id stands for the device on which that login was made. */
export type Asking = string | DeviceSession

/** The events that each reply came with. */
const eventsWith = new WeakMap<object, unknown>()

/** Runs a command as the edge function does; the reply is read from its JSON text, without its events. */
export async function ask(
  sql: Sql,
  who: Asking,
  command: string,
  args: postgres.JSONValue,
): Promise<Record<string, unknown>> {
  const claims = JSON.stringify(claimsOn(typeof who === 'string' ? onlyDeviceOf(who) : who))
  const [row] = await sql<
    { reply: string | null }[]
  >`select private.request(${claims}, ${command}, ${sql.json(args)}) as reply`
  const answer: Record<string, unknown> = JSON.parse(row?.reply ?? assert.fail(`${command} answered nothing`))
  if (Array.isArray(answer)) return answer
  const { events, ...reply } = answer
  eventsWith.set(reply, events)
  return reply
}

/** Asserts that the command is refused with that code. Returns the error's detail. */
export async function refusedAsk(
  sql: Sql,
  who: Asking,
  command: string,
  args: postgres.JSONValue,
  code: string,
): Promise<string> {
  const error = await ask(sql, who, command, args).then(
    (reply) => assert.fail(`${command} answered ${JSON.stringify(reply)}`),
    (error: Error & { code?: string; detail?: string }) => error,
  )
  assert.deepEqual([error.code, error.message], ['BQ001', code], command)
  return error.detail ?? ''
}

/** The id of the member as whom a device acts, read as the app reads it. */
export async function activeMemberOn(sql: Sql, who: Asking): Promise<unknown> {
  const [family] = Object.values(await ask(sql, who, 'my_families', {})) as { activeMemberId: string | null }[]
  return family?.activeMemberId
}

/** A parent adds a quest, for themselves and in the first column unless `more` differs. Returns its id. */
export async function addQuest(
  sql: Sql,
  { familyId, columnId, parent }: TestFamily,
  more: Record<string, postgres.JSONValue> = {},
): Promise<string> {
  const quest = {
    familyId,
    columnId,
    title: 'Plants',
    description: '',
    icon: '🌱',
    gemValue: 20,
    assigneeIds: [parent.memberId],
    recurring: 'once',
  }
  return String((await ask(sql, parent.userId, 'add_quest', { ...quest, ...more }))['id'])
}

/** A parent adds a member, a kid unless `more` differs. Returns its id. */
export async function addMember(
  sql: Sql,
  { familyId, parent }: TestFamily,
  more: Record<string, postgres.JSONValue> = {},
): Promise<string> {
  const member = { familyId, displayName: 'Leo', role: 'kid', avatarSeed: 'leo' }
  return String((await ask(sql, parent.userId, 'add_member', { ...member, ...more }))['id'])
}

/** Inserts an entry into a member's ledger: earned with a quest, or spent. */
export const addGems = (sql: Sql, familyId: string, memberId: string, amount: number) => sql`
  insert into public.gem_entries (family_id, member_id, amount, reason, title, icon)
  values (${familyId}, ${memberId}, ${amount}, ${amount > 0 ? 'completion' : 'redemption'}, 'Earlier', '🧹')`

export async function revisionOf(sql: Sql, familyId: string): Promise<number> {
  const [row] = await sql<{ revision: string }[]>`select revision from public.families where id = ${familyId}`
  return Number(row?.revision)
}

export type News = { event: string; private: boolean; payload: Record<string, unknown> }

/** The events announced to the family after the revision `seen`, in order. */
export async function newsOf(sql: Sql, familyId: string, seen: number): Promise<News[]> {
  const rows = await sql<News[]>`
    select event, private, payload - 'id' as payload from realtime.messages
    where topic = ${`family:${familyId}`} and extension = 'broadcast' and (payload ->> 'revision')::int > ${seen}
    order by (payload ->> 'revision')::int`
  return [...rows]
}

/** Inserts the row of an uploaded picture, one that passed the check by default. Returns its path. */
export async function insertPicture(sql: Sql, familyId: string, state = 'checked'): Promise<string> {
  const name = `${familyId}/${crypto.randomUUID()}`
  await sql`insert into private.pictures (name, family_id, state) values (${name}, ${familyId}, ${state})`
  return `/objects/${name}`
}

export type Heard = [event: string, payload: Record<string, unknown>]

/**
 * Returns the reply of `work` and the events announced to the family meanwhile; asserts that both agree and no revision
 * is skipped.
 */
export async function heardOf<T>(
  sql: Sql,
  familyId: string,
  work: () => Promise<T>,
): Promise<{ reply: T; heard: Heard[] }> {
  const before = await revisionOf(sql, familyId)
  const reply = await work()
  const news = await newsOf(sql, familyId, before)
  assert.deepEqual(
    news.map(({ payload }) => payload['revision']),
    news.map((_, at) => before + at + 1),
  )
  assert.equal(await revisionOf(sql, familyId), before + news.length)
  const answered = typeof reply === 'object' && reply !== null ? eventsWith.get(reply) : undefined
  if (answered !== undefined) {
    assert.deepEqual(
      answered,
      news.map(({ event, payload }) => ({ type: event, ...payload })),
    )
  }
  const heard = news.map(({ event, payload }): Heard => {
    const { revision: _, ...rest } = payload
    return [event, rest]
  })
  return { reply, heard }
}

/** The names of the events alone. */
export const eventsOf = (heard: readonly Heard[]): string[] => heard.map(([event]) => event)

/** Runs a command that saves an entity; asserts that the reply is announced to the family, and nothing else. */
export async function heardSaved(
  sql: Sql,
  familyId: string,
  who: Asking,
  noun: string,
  command: string,
  args: postgres.JSONValue,
) {
  const { reply, heard } = await heardOf(sql, familyId, () => ask(sql, who, command, args))
  assert.deepEqual(heard, [[`${noun}.saved`, { [noun]: reply }]], command)
  return reply
}

/** As `refusedAsk`, and asserts that nothing is announced to the family. */
export async function refusedInSilence(
  sql: Sql,
  familyId: string,
  who: Asking,
  command: string,
  args: postgres.JSONValue,
  code: string,
): Promise<string> {
  const { reply, heard } = await heardOf(sql, familyId, () => refusedAsk(sql, who, command, args, code))
  assert.deepEqual(heard, [], command)
  return reply
}
