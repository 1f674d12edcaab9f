import type postgres from 'postgres'
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { z } from 'zod'
import { version as ours } from '../../domain/contract/version.ts'
import { dataFolder, exitWithSentence, fileArgument } from '../command-line.ts'
import { exists, ignoreMissing, namesIn, writeToDisk } from '../file-system.ts'
import { lockFolder } from '../lock.ts'
import { isEarlier, madeEarlier } from '../postgres/earlier.mjs'
import { readMigrations, schemas, upgrade } from '../postgres/migrator.ts'
import { endOrphan } from '../postgres/orphan.ts'
import { startPostgres } from '../postgres/server.ts'
import { isDiskFull, Problem, wordsOf } from '../problem.ts'
import { fileOf, versions } from '../storage/files.ts'
import { untar } from './archive.ts'
import type { Entry } from './archive.ts'
import { Head, plainFiles, tablesOf, Tail, unfinishedIn } from './contents.ts'
import { isNewer, versionFile } from '../version.ts'

const usage = `Usage: npm run restore -- FILE [--keep-devices]

  --keep-devices    who was signed in when the backup was made is so again, and mailed links work again

  BUBBLEQUEST_DATA  folder the data are put into (.bubblequest); it has to be empty
`

type RestoreOptions = {
  /** Keeps sessions, paired devices, codes and mailed links, which somebody may have ended since the backup. */
  keepDevices?: boolean
}

/** Restores a backup file into an empty data folder, or leaves nothing behind. Returns a sentence to print. */
export async function restore(
  folder: string,
  file: string | undefined,
  { keepDevices = false }: RestoreOptions = {},
): Promise<string> {
  if (file === undefined) throw new Problem(usage)
  const { madeAt } = await checkArchive(file)
  const [isNew, hadNoLock] = [!(await exists(folder)), !(await exists(`${folder}/lock`))]
  const lock = await lockFolder(folder)
  let done = false
  try {
    await refuseOrClear(folder)
    const ended = await restoreInto(folder, file, keepDevices)
    done = true
    return `${folder} is what it was on ${madeAt.replace('T', ' at ').slice(0, 19)} (UTC). ${ended}Start it with npm start.`
  } finally {
    await lock.release()
    if (!done && isNew) await Deno.remove(folder, { recursive: true })
    else if (!done && hadNoLock) await Deno.remove(`${folder}/lock`)
  }
}

async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const source = await Deno.open(file).catch(() => {
    throw new Problem(`The file ${file} cannot be read.`)
  })
  yield* untar(source.readable)
}

/** Reads the whole archive and checks it before anything is restored. */
async function checkArchive(file: string): Promise<Head> {
  const migrations = await readMigrations()
  try {
    let [count, head, tail]: [number, Head | undefined, z.infer<typeof Tail> | undefined] = [0, undefined, undefined]
    for await (const entry of entriesOf(file)) {
      if (tail !== undefined || (head === undefined) !== (entry.name === 'bubblequest.json'))
        throw new Error('it is something else')
      if (head === undefined) {
        head = Head.parse(await json(entry))
        const known: string[] = migrations.map(({ version }) => version)
        const earlier = head.migrations.find((version) => isEarlier(version, known))
        if (earlier !== undefined) throw new Problem(madeEarlier('This backup', earlier))
        const unknownName = [...head.schemas, ...head.migrations].find((name) => ![...schemas, ...known].includes(name))
        if (unknownName !== undefined)
          throw new Problem(
            `This backup was made by a newer version of Bubblequest (${unknownName} is not known here). Update Bubblequest first; nothing was restored.`,
          )
      } else if (entry.name === versionFile) {
        const theirs = (await text(entry)).trim()
        if (isNewer(theirs, ours))
          throw new Problem(
            `This backup was made by Bubblequest ${theirs}, and this is the older ${ours}. Update Bubblequest first; nothing was restored.`,
          )
      } else if (entry.name === 'end.json') tail = Tail.parse(await json(entry))
      count++
    }
    if (head === undefined || tail?.entries !== count - 1) throw new Error('parts of it are missing')
    return head
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(`${file} is no whole backup of Bubblequest: ${wordsOf(error)}. Nothing was restored.`)
  }
}

/** Refuses a folder that is not empty; removes the remains of an interrupted restore. */
async function refuseOrClear(folder: string): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name !== 'lock')
  if (names.length > 0 && !(await exists(unfinishedIn(folder))))
    throw new Problem(
      `There is something in ${folder} already. It was left as it is; choose an empty folder with BUBBLEQUEST_DATA.`,
    )
  // A restore that was killed may have left its Postgres behind.
  await endOrphan(`${unfinishedIn(folder)}/postgres`)
  // Removes the working folder last: without it the remains would look like a folder in use.
  for (const name of names)
    if (`${folder}/${name}` !== unfinishedIn(folder)) await Deno.remove(`${folder}/${name}`, { recursive: true })
  await Deno.remove(unfinishedIn(folder), { recursive: true }).catch(() => {})
}

async function restoreInto(folder: string, file: string, keepDevices: boolean): Promise<string> {
  const made = unfinishedIn(folder)
  await Deno.mkdir(made, { mode: 0o711 })
  const ended = await unpack(made, entriesOf(file), keepDevices).catch(async (error: unknown) => {
    await Deno.remove(made, { recursive: true })
    throw isDiskFull(error) ? new Problem(`There is no room left in ${folder}. Nothing was restored.`) : error
  })
  for (const name of ['storage', ...plainFiles, 'postgres'])
    await Deno.rename(`${made}/${name}`, `${folder}/${name}`).catch(ignoreMissing)
  await Deno.remove(made, { recursive: true })
  return ended
}

async function unpack(folder: string, entries: AsyncGenerator<Entry>, keepDevices: boolean): Promise<string> {
  const first = (await entries.next()).value
  const head = Head.parse(await json(first))
  const server = await startPostgres({ folder })
  const admin = server.connect('supabase_admin', 1)
  try {
    const migrations = await readMigrations()
    await upgrade(
      admin,
      migrations.filter(({ version }) => head.migrations.includes(version)),
      head.schemas,
    )
    await admin.begin((transaction) => fill(transaction, folder, head, entries))
    const ended = keepDevices ? '' : await admin.begin(endDevices)
    await admin`analyze`
    return ended
  } finally {
    await admin.end()
    await server.stop()
  }
}

/** Ends whatever lets somebody in without a password. Returns a sentence that says so. */
async function endDevices(sql: postgres.TransactionSql): Promise<string> {
  const codes = await sql`delete from private.pairing_codes`
  const paired = await sql`delete from private.devices where is_paired`
  const sessions = await sql`delete from auth.sessions`
  const links = await sql`delete from auth.one_time_tokens`
  await sql`update auth.users set confirmation_token = '', recovery_token = ''`
  for (const table of ['auth.mails', 'private.mailed_links', 'private.kept_devices'])
    await sql.unsafe(`delete from ${table}`)
  return `Ended, because somebody may have ended them since: signed-in devices ${sessions.count}, paired devices ${paired.count}, waiting codes ${codes.count}, mailed links ${links.count}. With --keep-devices they go on. `
}

async function fill(
  sql: postgres.TransactionSql,
  folder: string,
  head: Head,
  entries: AsyncGenerator<Entry>,
): Promise<void> {
  // Skips triggers and foreign key checks: no trigger may change or announce restored rows.
  await sql`set local session_replication_role = replica`
  assert.deepEqual(await tablesOf(sql), head.tables, 'the same migrations make other tables now')
  await sql.unsafe(`truncate ${head.tables.map(({ name }) => name).join(', ')}`)
  for await (const entry of entries) {
    const [kind = '', table = ''] = entry.name.split('/')
    if (kind === 'rows') await insert(sql, head, table, entry)
    else if (kind === 'pictures') await savePicture(folder, entry)
    else if (plainFiles.some((name) => name === kind)) await writeToDisk(`${folder}/${kind}`, entry.bytes)
  }
  for (const { name, last } of head.sequences) await sql`select setval(${name}::regclass, ${last}::bigint)`
}

async function insert(sql: postgres.TransactionSql, head: Head, name: string, entry: Entry): Promise<void> {
  const table = head.tables.find((known) => known.name === name)
  if (table === undefined) throw new Error(`nobody knows the table ${name}`)
  const columns = table.columns.filter((column) => !table.computed.includes(column))
  await sql.unsafe(
    `insert into ${name} (${columns.join(', ')}) overriding system value
     select ${columns.map((column) => `(r).${column}`).join(', ')} from (select line::${name} as r from unnest($1::text[]) line offset 0) parsed`,
    [z.array(z.string()).parse(await json(entry))],
  )
}

async function savePicture(folder: string, entry: Entry): Promise<void> {
  const of = entry.name.slice('pictures/'.length)
  if (!versions.test(of)) throw new Error(`nobody knows what ${entry.name} is`)
  const path = fileOf(folder, of)
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeToDisk(path, entry.bytes)
}

const text = ({ bytes }: Entry) => new Response(bytes).text()
const json = async (entry: Entry): Promise<unknown> => JSON.parse(await text(entry))

if (import.meta.main) {
  const option = '--keep-devices'
  const keepDevices = Deno.args.includes(option)
  console.log(await restore(dataFolder(), fileArgument([option]), { keepDevices }).catch(exitWithSentence))
}
