import { fileURLToPath } from 'node:url'
import assert from 'node:assert/strict'
import { closeDatabase, onFolder, openDatabase } from '../../testing/database.ts'
import { schemaOf } from '../../testing/schema.ts'
import { migratedFolder } from '../../testing/template.ts'
import type { TestDatabase } from '../../testing/database.ts'
import { connectTo } from '../../embedded/postgres/connect.ts'
import { earlierProject } from '../../embedded/postgres/earlier.mjs'
import { databaseUrl } from '../../embedded/stack.ts'
import { migrate, readMigrations, schemas } from '../../embedded/postgres/migrator.ts'
import { runAs } from '../../embedded/postgres/run-as.ts'
import { until } from '../../testing/until.ts'
import { freePort } from '../../testing/uploaded-function.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** Runs the CLI of Supabase against a database and returns its output; fails on a warning. */
async function supabase(url: string, ...args: string[]): Promise<string> {
  const { success, output, said } = await run(url, ...args)
  assert.ok(success, output + said)
  assert.doesNotMatch(output + said, /WARN/i)
  return output + said
}

async function run(url: string, ...args: string[]): Promise<{ success: boolean; output: string; said: string }> {
  const { success, stdout, stderr } = await new Deno.Command(`${project}node_modules/.bin/supabase`, {
    args: [...args, `--remote=${url}`, '--yes'],
    cwd: project,
    env: { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_COLOR: '1' },
    stdin: 'null',
  }).output()
  const [output, said] = [new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)]
  return { success, output, said }
}

const options = { sanitizeOps: false, sanitizeResources: false }

Deno.test(
  'What `supabase db push` has applied is what we would have applied, and the CLI has nothing to advise',
  options,
  async () => {
    const port = freePort()
    const theirs = await openDatabase(port)
    const ours = await onFolder(await migratedFolder())
    try {
      await theirs.admin`alter role postgres password 'of this test'`
      const url = databaseUrl(port, 'of this test')
      const output = await supabase(url, 'db', 'push')
      const migrations = await readMigrations()
      for (const { version } of migrations) assert.match(output, new RegExp(version))
      assert.deepEqual(await theirs.sql.begin((transaction) => migrate(transaction, migrations)), [])
      const [schema, said] = await Promise.all([theirs, ours].map(({ sql }) => sql.begin(schemaOf)))
      assert.ok((schema?.length ?? 0) > 80)
      assert.deepEqual(schema, said)
      const books = ({ sql }: TestDatabase) =>
        sql`select version, name from supabase_migrations.schema_migrations order by version`
      assert.deepEqual([...(await books(theirs))], [...(await books(ours))])
      assert.match(await supabase(url, 'db', 'push', '--dry-run'), /is up to date/)
      const advice = await supabase(url, 'db', 'advisors', '--fail-on', 'warn')
      assert.doesNotMatch(advice, /"level": *"(WARN|ERROR)"/)
      await theirs.sql`insert into supabase_migrations.schema_migrations (version) values ('20261121090000')`
      const { success, said: refusal } = await run(url, 'db', 'push', '--dry-run')
      assert.equal(success, false)
      assert.match(
        earlierProject(refusal) ?? '',
        /^The database of this project was made before the first version .* \(migration 20261121090000\)/,
      )
    } finally {
      await closeDatabase(theirs)
      await closeDatabase(ours)
    }
  },
)

// Debian's, as Supabase had it before 17, with the extension that its CLI lints with.
const postgres15 = '/usr/lib/postgresql/15'
const hasPostgres15 = await Deno.stat(`${postgres15}/lib/plpgsql_check.so`).then(
  () => true,
  () => false,
)
if (!hasPostgres15)
  console.error(
    'Postgres 15 is not tried and the functions are not linted: apt install postgresql-15 postgresql-15-plpgsql-check',
  )

Deno.test({
  name: 'Postgres 15 takes our migrations by the CLI of Supabase, which finds no error and no warning in our functions',
  ignore: !hasPostgres15 && Deno.env.get('CI') === undefined,
  ...options,
  async fn() {
    const folder = await Deno.makeTempDir()
    const user = await runAs([folder])
    await user.own(folder)
    const spawn = (name: string, ...args: string[]) =>
      user.command(`${postgres15}/bin/${name}`, args, { stdin: 'null', stdout: 'null', stderr: 'null' }).spawn()
    const cluster = `${folder}/cluster`
    const made = spawn('initdb', '-D', cluster, '-U', 'supabase_admin', '--auth=trust', '--encoding=UTF8', '--locale=C')
    assert.ok((await made.status).success)
    const port = freePort()
    const server = spawn('postgres', '-D', cluster, '-k', folder, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1')
    const admin = connectTo({ folder, port }, 'supabase_admin', 1)
    try {
      await until(async () => (await Promise.allSettled([admin`select 1`]))[0].status === 'fulfilled')
      await admin`create schema embedded`
      // A membership has no options of its own there.
      const older = (script: string) => script.replaceAll(/ with inherit true, set (true|false)/g, '')
      for (const name of schemas)
        await admin.unsafe(
          older(await Deno.readTextFile(new URL(`../../embedded/postgres/schemas/${name}.sql`, import.meta.url))),
        )
      await admin`create extension plpgsql_check`
      await admin`grant create on database postgres to postgres`
      const url = `postgresql://postgres:any@127.0.0.1:${port}/postgres`
      await supabase(url, 'db', 'push')
      assert.match(
        await supabase(url, 'db', 'lint', '--schema', 'private,public', '--level', 'warning', '--fail-on', 'warning'),
        /No schema errors found/,
      )
    } finally {
      await admin.end()
      server.kill('SIGQUIT')
      await server.status
      await Deno.remove(folder, { recursive: true })
    }
  },
})
