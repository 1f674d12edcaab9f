import assert from 'node:assert/strict'
import type { Sql } from '../../embedded/postgres/connect.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { whileHeld } from '../../testing/database.ts'
import { until } from '../../testing/until.ts'

const devices = 24

/**
 * Runs all of `works` on many connections, in the order of the list when `inOrder`. They begin while the rows of `hold`
 * are locked, until one waits on every connection. `refusals` are codes; the edge function would try a deadlock again.
 */
export async function atOnce<T>(
  { connect, sql }: TestDatabase,
  hold: (sql: Sql) => Promise<unknown>,
  works: ((sql: Sql) => Promise<T>)[],
  inOrder = false,
): Promise<{ answers: T[]; refusals: string[] }> {
  const crowd = connect('postgres', devices)
  const begun: Promise<T>[] = []
  const begin = async () => {
    for (const [at, work] of works.entries()) {
      const running = work(crowd)
      // It may be refused before it is awaited; its outcome is read at the end.
      running.catch(() => {})
      begun.push(running)
      if (inOrder || at === works.length - 1) await waiting(sql, Math.min(devices, begun.length))
    }
  }
  const outcomes = await whileHeld({ sql }, hold, begin)
    .then(() => Promise.allSettled(begun))
    .finally(() => crowd.end())
  return {
    answers: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    refusals: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [codeOf(outcome.reason)] : [])),
  }
}

const codeOf = ({
  code,
  message,
  constraint_name: constraint,
}: {
  code: string
  message: string
  constraint_name?: string
}) => (code === 'BQ001' ? message : (constraint ?? code))

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

export const times = <T>(count: number, one: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => one(at))
