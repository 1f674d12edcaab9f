import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type postgres from 'postgres'
import { exists } from '../embedded/file-system.ts'
import { loadKeys } from '../embedded/keys.ts'
import { bootstrap, migrationsFolder, readMigrations, upgrade } from '../embedded/postgres/migrator.ts'
import { startPostgres } from '../embedded/postgres/server.ts'

// Making a cluster takes longer than the stories of most files together: it is made once for each
// state of its sources, and copied.
const cache = fileURLToPath(new URL('../node_modules/.cache/bubblequest', import.meta.url))

/** A data folder of its own whose database has every schema and migration; Postgres does not run on it. */
export const migratedFolder = (): Promise<string> => copyOf('migrated')

/** The same with the roles and schemas of Supabase, and none of our migrations. */
export const bootstrappedFolder = (): Promise<string> => copyOf('bootstrapped')

/**
 * Makes the template of both folders if there is none: otherwise each file that runs at the same time would make its
 * own.
 */
export async function makeTemplate(): Promise<string> {
  const template = `${cache}/${await digest()}`
  if (!(await exists(template))) await make(template)
  return template
}

async function copyOf(kind: 'bootstrapped' | 'migrated'): Promise<string> {
  const template = await makeTemplate()
  const folder = await Deno.makeTempDir()
  await Deno.chmod(folder, 0o711)
  await loadKeys(folder)
  await copy(`${template}/${kind}`, `${folder}/postgres`)
  return folder
}

async function make(template: string): Promise<void> {
  await Deno.mkdir(cache, { recursive: true })
  const folder = await Deno.makeTempDir()
  await Deno.chmod(folder, 0o711)
  const copied = await Deno.makeTempDir({ dir: cache })
  await onCluster(folder, (sql) => sql.begin(bootstrap))
  await copy(`${folder}/postgres`, `${copied}/bootstrapped`)
  await onCluster(folder, async (sql) => upgrade(sql, await readMigrations()))
  await copy(`${folder}/postgres`, `${copied}/migrated`)
  await Deno.remove(folder, { recursive: true })
  // Renames the complete template into place; another run may have made the same one first.
  await Deno.rename(copied, template).catch(() => Deno.remove(copied, { recursive: true }))
  await removeOld()
}

const oldMs = 86_400_000

/** Keeps younger templates, which another run may be copying or making. */
async function removeOld(): Promise<void> {
  for await (const { name } of Deno.readDir(cache)) {
    const { mtime } = await Deno.stat(`${cache}/${name}`)
    if (mtime !== null && Date.now() - mtime.getTime() > oldMs)
      await Deno.remove(`${cache}/${name}`, { recursive: true })
  }
}

async function onCluster(folder: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const server = await startPostgres({ folder })
  const sql = server.connect('supabase_admin', 1)
  await work(sql)
  await sql.end()
  await server.stop()
}

async function copy(from: string, into: string): Promise<void> {
  const { success, stderr } = await new Deno.Command('cp', { args: ['-a', from, into], stdout: 'null' }).output()
  if (!success) throw new Error(new TextDecoder().decode(stderr))
}

async function digest(): Promise<string> {
  const made = [
    'testing/template.ts',
    'embedded/postgres/server.ts',
    'embedded/postgres/migrator.ts',
    'package-lock.json',
  ].map((path) => fileURLToPath(new URL(`../${path}`, import.meta.url)))
  const schemas = fileURLToPath(new URL('../embedded/postgres/schemas', import.meta.url))
  for (const folder of [schemas, migrationsFolder])
    for await (const { name } of Deno.readDir(folder)) made.push(`${folder}/${name}`)
  // With its name, because the number of a migration is in no text.
  const texts = await Promise.all(
    made.toSorted((a, b) => (a < b ? -1 : 1)).map(async (path) => [basename(path), await Deno.readTextFile(path)]),
  )
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(texts))))
  return bytes.slice(0, 12).toHex()
}
