import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { onOneDatabase } from '../../testing/database.ts'
import { ask, refusedAsk } from '../../testing/commands.ts'
import { claimsOf, seats, tryAs } from '../../testing/seats.ts'
import type { Outcome, Seat } from '../../testing/seats.ts'
import { attempts, fullHouses, verbs } from './reach.ts'
import type { AccessAttempt } from './reach.ts'

const story = onOneDatabase()

const tables = [...new Set(attempts.map(({ table }) => table))]
const page = new URL('../../docs/permissions.md', import.meta.url)

for (const table of tables) {
  story(`${table}: every seat reaches what it may and no more`, async ({ sql }) => {
    const houses = await fullHouses(sql)
    for (const { verb, what, run, reach } of attempts.filter((attempt) => attempt.table === table)) {
      for (const seat of seats) {
        assert.equal(
          await tryAs(sql, claimsOf(houses, seat), (transaction) => run(transaction, houses)),
          reach[seat],
          `${verb} ${what} by ${seat}`,
        )
      }
    }
  })
}

story('These are all the tables there are, and every verb is tried on each', async ({ sql }) => {
  const kept = await sql<{ name: string }[]>`
    select case relnamespace when 'public'::regnamespace then '' else 'private.' end || relname as name
    from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm', 'f')`
  assert.deepEqual(tables.toSorted(), kept.map(({ name }) => name).toSorted())
  for (const table of tables) {
    const tried = new Set(attempts.filter((attempt) => attempt.table === table).map(({ verb }) => verb))
    assert.deepEqual(tried, new Set(verbs), table)
  }
})

Deno.test('docs/permissions.md says what every seat reaches', async () => {
  const measured = `${preface}
| table | verb | ${seats.join(' | ')} |
|---|---|${seats.map(() => '---').join('|')}|
${attempts.map(lineOf).join('\n')}
`
  const before = await readFile(page, 'utf8')
  const behind = before.indexOf(tabletPart)
  const whole = `${measured}\n${before.slice(behind)}`
  if (Deno.env.get('UPDATE_DOCS') === '1') await writeFile(page, whole)
  assert.equal(await readFile(page, 'utf8'), whole, 'To write it: npm run generate')
})

/** The beginning of the part that embedded/tablet.test.ts writes. */
const tabletPart = '<!-- Written by embedded/tablet.test.ts'

const preface = `<!-- Written by supabase/tests/policies.test.ts, which fails when this differs from what it measures:
     npm run generate -->

# Who reaches which row

What the table API lets each seat do with the rows of one family, the Bergs, measured against the
database with its row-level security. Policies decide what is read. Nothing is written by it: every
change is a command behind /api, which begins with a guard.

- **acting parent**: Anna's login, on a device that acts as Anna
- **acting kid**: Anna's login too, on a tablet that acts as her kid Mia
- **kid's own login**: Mia's login
- **paired tablet**: a tablet without an account that acts as Mia, with the token that the function keeps to itself
- **other family**: a parent of the Holms
- **signed out**: Anna's token of a device from which she signed out, in the minutes until it ends
- **bare key**: the publishable key and no login

\`denied\` is an error.
`

const wordOf = (outcome: Outcome) =>
  outcome === 'denied' ? outcome : outcome === 0 ? 'no row' : outcome === 1 ? '1 row' : `${outcome} rows`

const lineOf = ({ table, verb, what, reach }: AccessAttempt) =>
  `| ${table} | ${what === '' ? verb : `${verb}: ${what}`} | ${seats.map((seat) => wordOf(reach[seat])).join(' | ')} |`

story(
  'Without a filter of their own, everybody sees their own family, and whose session has ended sees nothing',
  async ({ sql }) => {
    const houses = await fullHouses(sql)
    const open = tables.filter((table) => !table.startsWith('private.'))
    const visible = (seat: Seat, table: string) =>
      tryAs(sql, claimsOf(houses, seat), (transaction) => transaction`select from ${transaction(`public.${table}`)}`)
    const counts = async (seat: Seat) =>
      Object.fromEntries(await Promise.all(open.map(async (table) => [table, await visible(seat, table)])))
    const board = {
      families: 1,
      quest_columns: 4,
      quests: 1,
      quest_completions: 1,
      absences: 1,
      gem_entries: 1,
      gem_debts: 1,
      gem_months: 1,
      rewards: 1,
      redemptions: 1,
      practice_items: 1,
    }
    // A parent sees the practice of all, a kid its own.
    const practice = { 'acting parent': 2, 'acting kid': 1, "kid's own login": 1, 'paired tablet': 1 }
    for (const seat of ['acting parent', 'acting kid', "kid's own login", 'paired tablet'] as const) {
      assert.deepEqual(
        await counts(seat),
        { ...board, practice_items: practice[seat], profiles: 2, family_members: 2 },
        seat,
      )
    }
    assert.deepEqual(await counts('other family'), { ...board, profiles: 1, family_members: 1 })
    assert.deepEqual(await counts('signed out'), Object.fromEntries(open.map((table) => [table, 0])))
  },
)

story("A parent of one family who is a kid in another has no parent's rights there", async ({ sql }) => {
  const { berg, holm } = await fullHouses(sql)
  const { userId } = berg.parent
  await sql`insert into public.family_members (family_id, user_id, display_name, role) values (${holm.familyId}, ${userId}, 'Anna', 'kid')`
  await refusedAsk(sql, userId, 'edit_family', { familyId: holm.familyId, name: 'Ours' }, 'not_allowed')
  await ask(sql, userId, 'edit_family', { familyId: berg.familyId, name: 'Ours' })
})

story(
  'A signed-in person without a family sees nothing, and one without a name in the token is nobody',
  async ({ sql }) => {
    const houses = await fullHouses(sql)
    for (const claims of [{ role: 'authenticated', sub: crypto.randomUUID() }, { role: 'authenticated' }]) {
      for (const { table, run } of attempts.filter(
        ({ table, verb }) => verb === 'select' && !table.startsWith('private.'),
      )) {
        assert.equal(await tryAs(sql, claims, (transaction) => run(transaction, houses)), 0, table)
      }
    }
  },
)
