import assert from 'node:assert/strict'
import type { TestDatabase } from '../../testing/database.ts'
import type { Sql } from '../../testing/seats.ts'
import { until } from '../../testing/until.ts'

const devices = 24

/**
 * Runs all of `works` on many connections. They begin while somebody holds what `hold` locks, so
 * that as many as there are connections are seen waiting before the first of them gets through:
 * `inOrder`, in the order in which they stand. `refusals` are codes; a standoff that Postgres ended
 * is one the edge function tries again.
 */
export async function atOnce<T>(
  { connect, sql }: TestDatabase,
  hold: (sql: Sql) => Promise<unknown>,
  works: ((sql: Sql) => Promise<T>)[],
  inOrder = false,
): Promise<{ answers: T[]; refusals: string[] }> {
  const crowd = connect('postgres', devices)
  const holder = await sql.reserve()
  const begun: Promise<T>[] = []
  try {
    await holder`begin`
    await hold(holder)
    for (const [at, work] of works.entries()) {
      const running = work(crowd)
      // It may be refused before anybody looks; that is looked at in the end.
      running.catch(() => {})
      begun.push(running)
      if (inOrder || at === works.length - 1) await waiting(sql, Math.min(devices, begun.length))
    }
  } finally {
    await holder`commit`
    await Promise.allSettled(begun)
    holder.release()
    await crowd.end()
  }
  const outcomes = await Promise.allSettled(begun)
  return {
    answers: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    refusals: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : [])),
  }
}

const codeOf = ({ code, message, constraint_name: constraint }: { code: string; message: string; constraint_name?: string }) =>
  code === 'BQ001' ? message : (constraint ?? code)

async function waiting(sql: Sql, expected: number): Promise<void> {
  let seen = 0
  await until(async () => {
    const [row] = await sql<{ seen: number }[]>`
      select count(distinct l.pid)::int as seen from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where not granted and datname = current_database()`
    seen = row?.seen ?? 0
    return seen >= expected
  })
  assert.equal(seen, expected, 'devices that were seen waiting')
}

export const times = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at))
export const lockFamily = (familyId: string) => (sql: Sql) => sql`select from public.families where id = ${familyId} for update`
