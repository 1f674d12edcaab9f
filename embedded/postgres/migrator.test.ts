import assert from 'node:assert/strict'
import { closeDatabase, openDatabase } from '../../testing/database.ts'
import { problemOf } from '../../testing/problem.ts'
import { migrate, readMigrations } from './migrator.ts'
import type { Migration } from './migrator.ts'

const database = await openDatabase()
const { sql } = database
Deno.test.afterAll(() => closeDatabase(database))

const migration = (version: string, name: string, script: string): Migration => ({ version, name, script })
const first = migration('1', 'first', 'create table public.first (a int); insert into public.first values (1);')

const apply = (migrations: readonly Migration[]) => sql.begin((transaction) => migrate(transaction, migrations))

const exists = async (table: string) =>
  (await sql<{ found: boolean }[]>`select to_regclass(${`public.${table}`}) is not null as found`)[0]?.found

Deno.test('Migrations run once, oldest first, and are remembered as the Supabase CLI does', async () => {
  assert.deepEqual(await apply([first]), ['1'])
  const second = migration('2', 'second', 'insert into public.first select a + 1 from public.first')
  assert.deepEqual(await apply([first, second]), ['2'])
  assert.deepEqual(await apply([first, second]), [])
  assert.deepEqual(
    (await sql`select a from public.first order by a`).map(({ a }) => a),
    [1, 2],
  )
  assert.deepEqual(
    [...(await sql`select * from supabase_migrations.schema_migrations order by version`)],
    [
      { version: '1', statements: [first.script], name: 'first' },
      { version: '2', statements: [second.script], name: 'second' },
    ],
  )
  await sql`delete from supabase_migrations.schema_migrations where version = '2'`
})

Deno.test('Where a migration fails nothing of that start is kept, and it says where, as far as Postgres knows', async () => {
  const good = migration('2', 'good', 'create table public.good (a int)')
  const bad = migration(
    '3',
    'bad',
    'create table public.bad (a int);\ninsert into public.bad values (1);\n-- why\ninsert into\n  public.nowhere values (1);\ncreate table public.never (a int);',
  )
  const after = migration('4', 'after', 'create table public.after (a int)')
  const sentence = await problemOf(apply([first, good, bad, after]))
  assert.equal(
    sentence,
    'Migration 3_bad failed in line 5: relation "public.nowhere" does not exist. The data folder is as it was before this start.',
  )
  assert.deepEqual(await Promise.all(['good', 'bad', 'never', 'after'].map(exists)), [false, false, false, false])
  assert.deepEqual(
    (await sql`select version from supabase_migrations.schema_migrations order by version`).map(
      ({ version }) => version,
    ),
    ['1'],
  )

  const running = { ...bad, script: 'create table public.bad (a int);\nselect 1 / (a - a) from public.first;' }
  assert.equal(
    await problemOf(apply([first, good, running])),
    'Migration 3_bad failed: division by zero. The data folder is as it was before this start.',
  )
  assert.equal(await exists('bad'), false)

  const mended = { ...bad, script: bad.script.replace('nowhere', 'bad') }
  assert.deepEqual(await apply([first, good, mended, after]), ['2', '3', '4'])
})

Deno.test('A data folder of a newer version is left alone, and so is one of before the first version', async () => {
  const fifth = migration('5', 'fifth', 'create table public.fifth (a int)')
  assert.match(
    await problemOf(apply([first, fifth])),
    /^This data folder was used by a newer version of Bubblequest \(migration 2 is not known here\)\. Update Bubblequest and start again; nothing was changed\.$/,
  )
  assert.match(
    await problemOf(apply([fifth])),
    /^This data folder was made before the first version of Bubblequest was published \(migration 1\), and nothing in it was read or changed\. Commit [\da-f]{9} still reads it/,
  )
  assert.equal(await exists('fifth'), false)
})

Deno.test('A migration with a number before one that a folder has is refused', async () => {
  const early = migration('1.5', 'early', 'create table public.early (a int)')
  const all = ['2', '3', '4'].map((version) => migration(version, '', ''))
  assert.match(
    await problemOf(apply([first, early, ...all])),
    /^Migration 1\.5_early is older than 4, which this data folder has/,
  )
})

Deno.test('Files that are no migrations are passed over, the others are in order', async () => {
  const folder = await Deno.makeTempDir()
  for (const name of ['20_b.sql', '10_a_c.sql', 'notes.md', 'draft.sql', '30_c.sql.orig'])
    await Deno.writeTextFile(`${folder}/${name}`, name)
  assert.deepEqual(await readMigrations(folder), [
    { version: '10', name: 'a_c', script: '10_a_c.sql' },
    { version: '20', name: 'b', script: '20_b.sql' },
  ])
  await Deno.remove(folder, { recursive: true })
})

Deno.test('Every migration of ours has a version of its own, as the CLI writes them', async () => {
  const versions = (await readMigrations()).map(({ version }) => version)
  assert.ok(versions.length > 0)
  assert.deepEqual(versions, [...new Set(versions)])
  for (const version of versions) assert.match(version, /^\d{14}$/)
})
