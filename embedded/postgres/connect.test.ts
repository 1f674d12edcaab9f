import assert from 'node:assert/strict'
import { onOneDatabase } from '../../testing/database.ts'
import { withOwnTransactions } from './connect.ts'

const story = onOneDatabase()
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

story(
  'However much is under way, a transaction begins on a connection of its own and is ended',
  async ({ connect, sql: other }) => {
    await other`create table public.counted (number integer)`
    const sql = withOwnTransactions(connect('postgres', 2), connect('postgres', 2))
    const open = () => Promise.all(times(2, () => sql`select pg_sleep(0.05)`.execute()))
    const add = () => sql`insert into public.counted values (1)`.execute()
    await open()
    // A pipeline of postgres.js is full with a hundred; with 99 in each, the next one fills it.
    const filled = [open(), ...times(2 * 99, add)]
    await Promise.all([
      ...filled,
      ...times(2, () => sql.begin((transaction) => transaction`insert into public.counted values (2)`)),
    ])
    await Promise.all(times(300, add))
    const [row] = await other<{ count: number }[]>`select count(*)::int as count from public.counted`
    assert.equal(row?.count, 2 * 99 + 2 + 300)
    await sql.end()
  },
)
