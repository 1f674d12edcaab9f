import assert from 'node:assert/strict'
import type postgres from 'postgres'
import type { Sql } from './seats.ts'

/** Runs a command as the edge function does; the reply is read from its JSON text. */
export async function ask(sql: Sql, userId: string, command: string, args: postgres.JSONValue): Promise<Record<string, unknown>> {
  const claims = JSON.stringify({ role: 'authenticated', sub: userId, email: `${userId}@family.example` })
  const [row] = await sql<{ reply: string | null }[]>`select private.request(${claims}, ${command}, ${sql.json(args)}) as reply`
  return JSON.parse(row?.reply ?? assert.fail(`${command} answered nothing`))
}

/** The command is refused with that code; answers the sentence that came with it. */
export async function refusedAsk(sql: Sql, userId: string, command: string, args: postgres.JSONValue, code: string): Promise<string> {
  const error = await ask(sql, userId, command, args).then(
    (reply) => assert.fail(`${command} answered ${JSON.stringify(reply)}`),
    (error: Error & { code?: string; detail?: string }) => error,
  )
  assert.deepEqual([error.code, error.message], ['BQ001', code])
  return error.detail ?? ''
}

export async function revisionOf(sql: Sql, familyId: string): Promise<number> {
  const [row] = await sql<{ revision: string }[]>`select revision from public.families where id = ${familyId}`
  return Number(row?.revision)
}

export type News = { event: string; private: boolean; payload: Record<string, unknown> }

/** What was announced to the family after `seen`, in the order of its revisions. */
export async function newsOf(sql: Sql, familyId: string, seen: number): Promise<News[]> {
  const rows = await sql<News[]>`
    select event, private, payload - 'id' as payload from realtime.messages
    where topic = ${`family:${familyId}`} and extension = 'broadcast' and (payload ->> 'revision')::int > ${seen}
    order by (payload ->> 'revision')::int`
  return [...rows]
}
