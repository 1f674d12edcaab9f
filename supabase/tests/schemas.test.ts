import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import { z } from 'zod'
import * as constants from '../../domain/contract/constants.ts'
import { isErrorCode } from '../../domain/contract/errors.ts'
import { migrationsFolder, readMigrations } from '../../embedded/postgres/migrator.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { closeDatabase, onFolder, openDatabase } from '../../testing/database.ts'
import { bringTo, schemaOf } from '../../testing/schema.ts'
import { migratedFolder } from '../../testing/template.ts'

const supabase = new URL('../', import.meta.url)
const read = (path: string) => Deno.readTextFile(new URL(path, supabase))
const Config = z.object({ db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }) })
const schemaPaths = async () => Config.parse(parse(await read('config.toml'))).db.migrations.schema_paths

/** The file has this text; `npm run generate` writes it. */
async function assertWritten(path: string, text: string): Promise<void> {
  if (Deno.env.get('UPDATE_DOCS') === '1') await Deno.writeTextFile(new URL(path, supabase), text)
  assert.deepEqual((await read(path)).split('\n'), text.split('\n'), 'To write it: npm run generate')
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const sqlOf = (value: number | readonly string[]) =>
  typeof value === 'number'
    ? `integer immutable parallel safe set search_path = '' return ${value}`
    : `text[] immutable parallel safe set search_path = '' return array[${value.map((text) => `'${text}'`).join(', ')}]`

Deno.test('The database and the settings have the numbers of the contract', async () => {
  const others = (await schemaPaths()).filter((path) => path !== './schemas/constants.sql')
  const code = (await Promise.all(others.map(read))).join('\n')
  const functions = Object.entries(constants).flatMap(([group, values]) =>
    Object.entries(values).flatMap(([name, value]) => {
      const call = `private.${snake(`${group}_${name}`)}()`
      const grant = `grant execute on function ${call} to authenticated;\n`
      return code.includes(call) ? [`create function ${call} returns ${sqlOf(value)};\n${grant}`] : []
    }),
  )
  assert.ok(functions.length > 15)
  await assertWritten(
    'schemas/constants.sql',
    ['-- Written by `npm run generate` from domain/contract/constants.ts.\n', ...functions].join(''),
  )

  const { sessionLimits, pictureLimits } = constants
  const settings = [
    [/^minimum_password_length = .*$/gm, `minimum_password_length = ${sessionLimits.passwordLength}`],
    [
      /^file_size_limit = .*\nallowed_mime_types = .*$/gm,
      `file_size_limit = "${pictureLimits.bytes / 2 ** 20}MiB"\nallowed_mime_types = [${pictureLimits.types.map((type) => `"${type}"`).join(', ')}]`,
    ],
  ] as const
  const before = await read('config.toml')
  for (const [line] of settings) assert.equal(before.match(line)?.length, 1)
  await assertWritten(
    'config.toml',
    settings.reduce((text, [line, written]) => text.replace(line, written), before),
  )
})

/** Runs `work` with a database of the migrations and one of the files of the nouns. */
async function withBoth(work: (migrated: Sql, wanted: Sql) => Promise<unknown>): Promise<void> {
  const paths = await schemaPaths()
  const files = await Array.fromAsync(Deno.readDir(new URL('schemas/', supabase)), ({ name }) => `./schemas/${name}`)
  assert.deepEqual(paths.toSorted(), files.toSorted())
  const nouns = (await Promise.all(paths.map(read))).join('\n')
  const [migrated, wanted] = [await onFolder(await migratedFolder()), await openDatabase()]
  // Nothing stays of it.
  const end = new Error('The end of the test')
  await migrated.sql
    .begin((one) =>
      wanted.sql.begin(async (other) => {
        await other.unsafe(nouns)
        await work(one, other)
        throw end
      }),
    )
    .catch((error: unknown) => assert.equal(error, end))
    .finally(() => Promise.all([migrated, wanted].map(closeDatabase)))
}

Deno.test('The migrations make what the files of the nouns say', () =>
  withBoth(async (migrated, other) => {
    const wanted = await schemaOf(other)
    const isUpdate = Deno.env.get('UPDATE_DOCS') === '1'
    const statements = isUpdate ? await bringTo(migrated, wanted) : []
    const advice = 'Change tables, types and triggers in a migration by hand; then: npm run generate'
    assert.deepEqual(await schemaOf(migrated), wanted, advice)
    if (statements.length === 0) return
    const version = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
    await Deno.writeTextFile(
      `${migrationsFolder}/${version}_functions.sql`,
      `-- Written by \`npm run generate\`: functions, policies and grants of supabase/schemas.\n\n${statements.join(';\n\n')};\n`,
    )
  }))

Deno.test('What generate writes brings functions, policies and grants to what the files say, and nothing else', () =>
  withBoth(async (migrated, other) => {
    await other.unsafe(`
      create function private.added(a integer) returns integer language sql return a;
      grant execute on function private.added to authenticated;
      revoke execute on function private.week_of from authenticated;
      drop function private.is_today_somewhere;
      drop function private.may_complete;
      create function private.may_complete(quest public.quests, doer uuid) returns integer language sql return 1;
      create or replace function private.column_json(c public.quest_columns) returns jsonb language sql return '{}'::jsonb;
      drop policy "Members see their own families" on public.families;
      create policy "Nobody sees a family" on public.families for select to anon using (false);
      alter table public.quests add column made_up text;`)
    const wanted = await schemaOf(other)
    assert.ok((await bringTo(migrated, wanted)).length > 8)
    const known = new Set((await schemaOf(migrated)).map((made) => JSON.stringify(made)))
    assert.deepEqual(
      wanted.filter((made) => !known.has(JSON.stringify(made))).map(({ name }) => name),
      ['public.quests made_up'],
    )
    assert.deepEqual(await bringTo(migrated, wanted), [])
  }))

Deno.test('The database refuses by codes of the contract alone', async () => {
  const script = (await Promise.all((await schemaPaths()).map(read))).join('\n')
  const codes = [...script.matchAll(/private\.refuse\('(\w+)'/g)].map(([, code = '']) => code)
  assert.ok(codes.includes('not_assigned'))
  assert.deepEqual(
    codes.filter((code) => !isErrorCode(code)),
    [],
  )
})

Deno.test('No migration is of a time to come', async () => {
  const now = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  for (const { version, name } of await readMigrations()) assert.ok(version <= now, `${version}_${name}`)
})
