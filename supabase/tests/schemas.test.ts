import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { isErrorCode } from '../../domain/contract/errors.ts'
import { migrationsFolder, readMigrations } from '../../embedded/postgres/migrator.ts'

const supabase = new URL('../', import.meta.url)
const read = (path: string) => Deno.readTextFile(new URL(path, supabase))
const Config = z.object({ db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }) })

Deno.test('The first migration is the files of the nouns, in their order', async () => {
  const paths = Config.parse(parse(await read('config.toml'))).db.migrations.schema_paths
  const files = await Array.fromAsync(Deno.readDir(new URL('schemas/', supabase)), ({ name }) => `./schemas/${name}`)
  assert.deepEqual(paths.toSorted(), files.toSorted())
  const joined = (await Promise.all(paths.map(read))).join('\n')
  const [first = assert.fail()] = await readMigrations()
  if (Deno.env.get('UPDATE_DOCS') === '1')
    await Deno.writeTextFile(`${migrationsFolder}/${first.version}_${first.name}.sql`, joined)
  const [{ script } = first] = await readMigrations()
  assert.deepEqual(script.split('\n'), joined.split('\n'), 'To write it: npm run generate')
})

Deno.test('The database refuses by codes of the contract alone', async () => {
  const [{ script } = assert.fail()] = await readMigrations()
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
