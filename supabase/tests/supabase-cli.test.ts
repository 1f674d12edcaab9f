import { fileURLToPath } from 'node:url'
import assert from 'node:assert/strict'
import { closeDatabase, onFolder, openDatabase } from '../../testing/database.ts'
import { migratedFolder } from '../../testing/template.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { closeStack, openStack } from '../../testing/stack.ts'
import { databaseUrl } from '../../embedded/stack.ts'
import { migrate, readMigrations } from '../../embedded/postgres/migrator.ts'

const typesFile = new URL('../types.ts', import.meta.url)

const project = fileURLToPath(new URL('../../', import.meta.url))

/** What the CLI of Supabase says of a database of ours; a warning is a failure. */
async function supabase(url: string, ...args: string[]): Promise<string> {
  const { output, said } = await run(url, ...args)
  return output + said
}

async function run(url: string, ...args: string[]): Promise<{ output: string; said: string }> {
  const { success, stdout, stderr } = await new Deno.Command(`${project}node_modules/.bin/supabase`, {
    args: [...args, `--remote=${url}`, '--yes'],
    cwd: project,
    env: { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_COLOR: '1' },
    stdin: 'null',
  }).output()
  const [output, said] = [new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)]
  assert.ok(success, output + said)
  assert.doesNotMatch(output + said, /WARN/i)
  return { output, said }
}

function freePort(): number {
  const listener = Deno.listen({ port: 0, hostname: '127.0.0.1' })
  const { port } = listener.addr
  listener.close()
  return port
}

type Schema = { kind: string; name: string; definition: string }[]

/** What our migrations made, in words that can be compared. */
async function schemaOf({ sql }: Pick<TestDatabase, 'sql'>): Promise<Schema> {
  return [
    ...(await sql<Schema>`
    select 'function' as kind, oid::regprocedure::text as name, pg_get_functiondef(oid) || coalesce(proacl::text, '') as definition
      from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace in ('public'::regnamespace, 'private'::regnamespace)
    union all
    select 'index', indexname, indexdef from pg_indexes where schemaname in ('public', 'private')
    union all
    select 'policy', tablename || '.' || policyname, concat_ws(' ', cmd, roles::text, qual, with_check) from pg_policies where schemaname in ('public', 'private', 'realtime', 'storage')
    union all
    select 'column', table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, column_default) from information_schema.columns where table_schema in ('public', 'private')
    union all
    select 'trigger', tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal and tgfoid in (select oid from pg_proc where pronamespace = 'private'::regnamespace)
    union all
    select 'table', relname, relacl::text from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r'
    order by 1, 2`),
  ]
}

Deno.test(
  {
    name: 'The CLI of Supabase accepts our config, finds our database up to date, nothing to advise, and the types as they are kept',
    sanitizeOps: false,
    sanitizeResources: false,
  },
  async () => {
    const postgresPort = freePort()
    const stack = await openStack({ postgresPort })
    try {
      const url = databaseUrl(postgresPort, stack.keys.databasePassword)
      assert.match(await supabase(url, 'db', 'push', '--dry-run'), /is up to date/)
      const advice = await supabase(url, 'db', 'advisors', '--fail-on', 'warn')
      assert.doesNotMatch(advice, /"level": *"(WARN|ERROR)"/)
      const { output: said } = await run(url, 'gen', 'types', 'typescript', '--schema', 'public')
      // What it says of the connection stands before.
      const types = said.slice(said.indexOf('export type Json'))
      if (Deno.env.get('UPDATE_DOCS') === '1') await Deno.writeTextFile(typesFile, types)
      assert.equal(types, await Deno.readTextFile(typesFile), 'Written anew by UPDATE_DOCS=1 deno test -A supabase/tests/supabase-cli.test.ts')
    } finally {
      await closeStack(stack)
    }
  },
)

Deno.test({ name: 'What `supabase db push` has applied is what we would have applied', sanitizeOps: false, sanitizeResources: false }, async () => {
  const port = freePort()
  const theirs = await openDatabase(port)
  const ours = await onFolder(await migratedFolder())
  try {
    await theirs.admin`alter role postgres password 'of this test'`
    const output = await supabase(databaseUrl(port, 'of this test'), 'db', 'push')
    const migrations = await readMigrations()
    for (const { version } of migrations) assert.match(output, new RegExp(version))
    assert.deepEqual(await migrate(theirs.sql, migrations), [])
    const schema = await schemaOf(ours)
    assert.ok(schema.length > 80)
    assert.deepEqual(await schemaOf(theirs), schema)
    const books = ({ sql }: TestDatabase) => sql`select version, name from supabase_migrations.schema_migrations order by version`
    assert.deepEqual([...(await books(theirs))], [...(await books(ours))])
  } finally {
    await closeDatabase(theirs)
    await closeDatabase(ours)
  }
})
