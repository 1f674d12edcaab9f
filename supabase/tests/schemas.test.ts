import assert from 'node:assert/strict'
import { parse } from 'smol-toml'
import { z } from 'zod'
import * as constants from '../../domain/contract/constants.ts'
import { isErrorCode } from '../../domain/contract/errors.ts'
import { migrationsFolder, readMigrations } from '../../embedded/postgres/migrator.ts'

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

Deno.test('The first migration is the files of the nouns, in their order', async () => {
  const paths = await schemaPaths()
  const files = await Array.fromAsync(Deno.readDir(new URL('schemas/', supabase)), ({ name }) => `./schemas/${name}`)
  assert.deepEqual(paths.toSorted(), files.toSorted())
  const [first = assert.fail()] = await readMigrations()
  await assertWritten(
    `${migrationsFolder}/${first.version}_${first.name}.sql`,
    (await Promise.all(paths.map(read))).join('\n'),
  )
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
