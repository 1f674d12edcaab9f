import type postgres from 'postgres'
import { dataFolder, exitWithSentence, fileArgument } from '../command-line.ts'
import { exists, ignoreMissing, writeToDisk } from '../file-system.ts'
import { onDatabase } from '../postgres/on-database.ts'
import { isDiskFull, Problem } from '../problem.ts'
import { fileOf, versions } from '../storage/files.ts'
import { tar, textEntry } from './archive.ts'
import type { Entry } from './archive.ts'
import { plainFiles, tablesOf } from './contents.ts'
import type { Head } from './contents.ts'

const usage = `Usage: npm run backup -- FILE

  BUBBLEQUEST_DATA  folder of all data (.bubblequest)
`

const ofPictures = (count: number) => (count === 1 ? '1 picture' : `${count} pictures`)

/**
 * Writes everything the folder holds into a new file, whether Bubblequest is running on it or not. Returns a sentence
 * to print.
 */
export async function backup(folder: string, file: string | undefined): Promise<string> {
  if (file === undefined) throw new Problem(usage)
  if (await exists(file))
    throw new Problem(`There is a file ${file} already. It was left as it is; choose another name.`)
  const unfinished = `${file}.unfinished`
  try {
    const { pictures, lost } = await onDatabase(folder, 'supabase_admin', 2, (sql) =>
      withBackupLock(sql, folder, async () => {
        const left = { pictures: 0, lost: 0 }
        await writeToDisk(unfinished, ReadableStream.from(tar(snapshot(sql, folder, left))))
        return left
      }),
    )
    await Deno.rename(unfinished, file)
    const { size } = await Deno.stat(file)
    const missing = lost === 0 ? '' : `\n${ofPictures(lost)} could not be saved: the files were missing already.`
    return `Saved in ${file}: the whole database, ${ofPictures(pictures)}, ${(size / 1e6).toFixed(1)} MB.${missing}\nIt holds every secret of this installation. Keep it as you keep a password.`
  } catch (error) {
    await Deno.remove(unfinished).catch(() => {})
    throw describeWriteError(error, file)
  }
}

/**
 * Runs one backup at a time, because two would remove each other's links. The lock ends with the connections of `sql`.
 */
async function withBackupLock<T>(sql: postgres.Sql, folder: string, work: () => Promise<T>): Promise<T> {
  const holder = await sql.reserve()
  const links = linksIn(folder)
  try {
    const [lock] = await holder<
      { taken: boolean }[]
    >`select pg_try_advisory_lock(hashtextextended('backup', 0)) as taken`
    if (lock?.taken !== true) throw new Problem(`Another backup of ${folder} is being made. Try again when it is done.`)
    await Deno.remove(links, { recursive: true }).catch(ignoreMissing)
    await Deno.mkdir(links, { mode: 0o700 })
    return await work().finally(() => Deno.remove(links, { recursive: true }))
  } finally {
    holder.release()
  }
}

/** Yields a snapshot of the database and the pictures that belong to it. */
async function* snapshot(
  sql: postgres.Sql,
  folder: string,
  left: { pictures: number; lost: number },
): AsyncGenerator<Entry> {
  let entries = 0
  for await (const entry of entriesWithoutEnd(sql, folder, left)) {
    yield entry
    entries++
  }
  yield textEntry('end.json', JSON.stringify({ entries }))
}

async function* entriesWithoutEnd(
  sql: postgres.Sql,
  folder: string,
  left: { pictures: number; lost: number },
): AsyncGenerator<Entry> {
  const connection = await sql.reserve()
  const pictures: string[] = []
  try {
    await connection`begin isolation level repeatable read`
    // The first query takes the snapshot. The table lock keeps pictures from being replaced or removed until each has a
    // second name in the file system; rolling back to the savepoint releases it.
    await connection`savepoint still`
    await connection`lock table storage.objects in share mode`
    const rows = await connection<
      { version: string }[]
    >`select version from storage.objects where version is not null order by version`
    for (const { version: of } of rows) {
      if (await link(folder, of)) pictures.push(of)
      else left.lost++
    }
    await connection`rollback to savepoint still`
    const head = await describe(connection)
    yield textEntry('bubblequest.json', JSON.stringify(head))
    for (const name of plainFiles) {
      const words = await Deno.readTextFile(`${folder}/${name}`).catch(ignoreMissing)
      if (words !== undefined) yield textEntry(name, words)
    }
    for (const table of head.tables) yield* rowsOf(connection, table)
    await connection`commit`
  } finally {
    connection.release()
  }
  for (const of of pictures) {
    const file = await Deno.open(`${linksIn(folder)}/${of}`)
    const { size } = await file.stat()
    yield { name: `pictures/${of}`, size, bytes: file.readable }
    left.pictures++
  }
}

async function link(folder: string, of: string): Promise<boolean> {
  if (!versions.test(of)) return false
  const [from, to] = [fileOf(folder, of), `${linksIn(folder)}/${of}`]
  if (!(await exists(from))) return false
  // Some file systems know no second names.
  await Deno.link(from, to).catch(() => Deno.copyFile(from, to))
  return true
}

async function describe(sql: postgres.ReservedSql): Promise<Head> {
  const names = await sql<{ name: string }[]>`select name from embedded.schemas order by made_at, name`
  const versions = await sql<
    { version: string }[]
  >`select version from supabase_migrations.schema_migrations order by version`
  const tables = await tablesOf(sql)
  const sequences = await sql<Head['sequences']>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences where last_value is not null order by 1`
  return {
    format: 'bubblequest-backup-1',
    madeAt: new Date().toISOString(),
    schemas: names.map(({ name }) => name),
    migrations: versions.map(({ version }) => version),
    tables,
    sequences: [...sequences],
  }
}

const partSize = 1_000_000

/**
 * The rows of a table in parts, each row as Postgres writes it as a text: in that form no value of any type changes.
 */
async function* rowsOf(sql: postgres.ReservedSql, { name }: Head['tables'][number]): AsyncGenerator<Entry> {
  let [rows, size, count]: [string[], number, number] = [[], 0, 0]
  const part = () => {
    const words = JSON.stringify(rows)
    ;[rows, size] = [[], 0]
    return textEntry(`rows/${name}/${++count}`, words)
  }
  await sql.unsafe(`declare rows no scroll cursor for select t::text as row from ${name} t`)
  for (;;) {
    const next = await sql<{ row: string }[]>`fetch 200 from rows`
    if (next.count === 0) break
    for (const { row } of next) {
      rows.push(row)
      size += row.length
    }
    if (size >= partSize) yield part()
  }
  await sql`close rows`
  if (rows.length > 0) yield part()
}

const linksIn = (folder: string) => `${folder}/backup.links`

function describeWriteError(error: unknown, file: string): unknown {
  if (isDiskFull(error)) return new Problem(`There is no room left for ${file}. Nothing was saved.`)
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    return new Problem(`The file ${file} cannot be written: its folder is not there. Nothing was saved.`)
  }
  if (error instanceof Deno.errors.PermissionDenied)
    return new Problem(`The file ${file} cannot be written: this user may not. Nothing was saved.`)
  return error
}

if (import.meta.main) console.log(await backup(dataFolder(), fileArgument()).catch(exitWithSentence))
