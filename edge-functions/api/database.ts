import postgres from 'postgres'
import { isErrorCode } from '../../domain/contract/errors.ts'
import type { CodedError } from '../../domain/contract/errors.ts'
import type { IdempotencyKey } from './idempotency-keys.ts'
import { parseJson } from './json.ts'
import { Refusal } from './refusal.ts'

/** UTF-8 text of a JSON value that has not been read. */
export type Json = Uint8Array<ArrayBuffer>

export type Database = {
  /**
   * Runs one command of schema `private` as the signed-in user: one round trip, one transaction,
   * under row-level security. The answer is the bytes of JSON, passed on as they are; null when there is none.
   */
  request(claims: string, command: string, args: Readonly<Record<string, postgres.JSONValue>>): Promise<Json | null | Refusal>
  /**
   * `request` for a call of one command: no answer means that nobody is signed in. With a key the command runs once; sent again, its kept
   * answer is returned.
   */
  runCommand(
    claims: string,
    command: string,
    args: Readonly<Record<string, postgres.JSONValue>>,
    key: IdempotencyKey | undefined,
  ): Promise<{ json: Json | string; isReplayed?: true } | Refusal>
  /** `request` for a command that reads a part of a family, with the family's revision in the same snapshot. */
  readFamily(claims: string, command: string, args: Readonly<Record<string, postgres.JSONValue>>): Promise<{ json: Json; revision: string } | Refusal>
  /** `request` for commands that always answer something. */
  ask(claims: string, command: string, args: Readonly<Record<string, postgres.JSONValue>>): Promise<Json | Refusal>
  /** Counts a try under each key; answers the seconds to wait until another is welcome, or 0. */
  countTries(tries: readonly { key: string; most: number }[], withinSeconds: number): Promise<number | Refusal>
  /** JSON of whose mailed link that is, as MailedLinkOwner has it; null when nothing is known of it. */
  mailedLinkOwner(kind: 'confirmation' | 'recovery', tokenHash: string): Promise<string | null | Refusal>
  /** Names of at most `most` pictures whose time is over; from now on nobody sees them. */
  leavingPictures(most: number): Promise<string[] | Refusal>
  /** Their files are gone. */
  forgetPictures(names: readonly string[]): Promise<void | Refusal>
  /** Removes at most `most` lines a table of what is older than it is kept; answers how many. */
  deleteExpired(most: number): Promise<number | Refusal>
  /** Whether it is the caller's turn to remove what is old: true for one caller an hour. */
  claimCleanup(): Promise<boolean | Refusal>
  /** Whether it answers within so many milliseconds. */
  isUp(withinMs: number): Promise<boolean>
}

// A move and the deletion of the column it leads to can wait for each other: Postgres ends one of
// them after a second, and nothing of it has happened.
const mostTries = 3

/** What a broken constraint means to a person; whatever is not here is a bug of ours. */
const errorOfConstraint: Record<string, CodedError<'invalid_column' | 'invalid_input'>> = {
  quests_column_fkey: ['invalid_column'],
  quests_done_column_fkey: ['invalid_column'],
  // Two families chose the same id at the same moment; a moment later the command itself sees it.
  redemptions_pkey: ['invalid_input', { reason: 'redemption_id_used' }],
  // Row-level security hides another family's row from the command; its primary key does not.
  family_members_pkey: ['invalid_input', { reason: 'id_used' }],
  quest_columns_pkey: ['invalid_input', { reason: 'id_used' }],
  quests_pkey: ['invalid_input', { reason: 'id_used' }],
  rewards_pkey: ['invalid_input', { reason: 'id_used' }],
}

/**
 * For every pool that has to outlive its Postgres. When the query of postgres.js for the types of arrays fails, nobody catches that, and the
 * process ends: lists go to Postgres as JSON.
 */
export const poolOptions = { fetch_types: false, onnotice: () => {} }

export function createDatabase(sql: postgres.Sql): Database {
  let answered: Promise<boolean> | undefined

  const request: Database['request'] = (claims, command, args) =>
    retried(async () => {
      // Raw: a board of 200 quests is not worth turning into a string and back.
      const [row] = await sql`select private.request(${claims}, ${command}, ${sql.json(args)})`.raw()
      return bytesOf(row?.[0])
    })

  return {
    request,
    async runCommand(claims, command, args, key) {
      if (key !== undefined) {
        return retried(async () => {
          const [row] = await sql<{ reply: string; isReplayed: boolean }[]>`
            select reply, is_replayed as "isReplayed"
            from private.request_once(${claims}, ${command}, ${sql.json(args)}, ${key.key}, ${key.fingerprint})`
          if (row === undefined) throw new Error(`The command ${command} answered nothing`)
          return { json: row.reply, ...(row.isReplayed && { isReplayed: true }) }
        })
      }
      const json = await request(claims, command, args)
      // Only the current user can be missing altogether: deleted while still holding a token.
      if (json === null) return new Refusal('not_signed_in')
      return json instanceof Refusal ? json : { json }
    },
    readFamily: (claims, command, args) =>
      orRefusal(async () => {
        const [row] = await sql`select reply, revision from private.read_family(${claims}, ${command}, ${sql.json(args)})`.raw()
        const [json, revision] = [bytesOf(row?.[0]), bytesOf(row?.[1])]
        if (json === null || revision === null) throw new Error(`The command ${command} answered nothing`)
        return { json, revision: new TextDecoder().decode(revision) }
      }),
    async ask(claims, command, args) {
      const reply = await request(claims, command, args)
      if (reply === null) throw new Error(`The command ${command} answered nothing`)
      return reply
    },
    countTries: (tries, withinSeconds) =>
      orRefusal(async () => {
        const [row] = await sql<{ wait: number }[]>`
          select max(private.count_try(t.key, t.most, ${withinSeconds})) as wait
          from jsonb_to_recordset(${sql.json(tries)}) as t(key text, most int)`
        return row?.wait ?? 0
      }),
    mailedLinkOwner: (kind, tokenHash) =>
      orRefusal(async () => {
        const [row] = await sql<{ owner: string | null }[]>`select private.mailed_link_owner(${kind}, ${tokenHash})::text as owner`
        return row?.owner ?? null
      }),
    leavingPictures: (most) =>
      orRefusal(async () => {
        const rows = await sql<{ name: string }[]>`select private.leaving_pictures(${most}) as name`
        return rows.map(({ name }) => name)
      }),
    forgetPictures: (names) =>
      orRefusal(async () => void (await sql`select private.forget_pictures(array(select jsonb_array_elements_text(${sql.json(names)})))`)),
    deleteExpired: (most) =>
      orRefusal(async () => {
        const [row] = await sql<{ deleted: number }[]>`select private.delete_expired(${most}) as deleted`
        return row?.deleted ?? 0
      }),
    claimCleanup: () =>
      orRefusal(async () => {
        const [row] = await sql<{ claimed: boolean }[]>`select private.claim_cleanup() as claimed`
        return row?.claimed === true
      }),
    async isUp(withinMs) {
      // One question at a time: while nobody answers it, more of them would only take connections from those who wait for them.
      answered ??= orRefusal(() => sql`select 1`)
        .then(
          (reply) => !(reply instanceof Refusal),
          () => false,
        )
        .finally(() => (answered = undefined))
      const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, withinMs, false)
      return Promise.race([answered, tooLate]).finally(() => clearTimeout(timer))
    },
  }
}

const bytesOf = (value: unknown): Json | null => (value instanceof Uint8Array ? new Uint8Array(value) : null)

async function retried<Answer>(ask: () => Promise<Answer>): Promise<Answer | Refusal> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      if (isStandoff(error) && tries < mostTries) continue
      const refusal = asRefusal(error)
      if (refusal === undefined) throw error
      return refusal
    }
  }
}

async function orRefusal<Answer>(ask: () => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await ask()
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal === undefined) throw error
    return refusal
  }
}

/** The value of an answer, for the few calls that look into it. */
export function valueOf(json: Json): unknown {
  return JSON.parse(new TextDecoder().decode(json))
}

function asRefusal(error: unknown): Refusal | undefined {
  if (isWithoutDatabase(error)) {
    // Messages about a connection quote nothing that a family wrote.
    console.error(`database: ${error.message}`)
    return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  }
  if (!(error instanceof postgres.PostgresError)) return undefined
  // The database knows the params of its codes.
  if (error.code === 'BQ001' && isErrorCode(error.message)) return new Refusal(...([error.message, parseJson(error.detail ?? '')] as CodedError))
  // Refused by row-level security or a missing grant.
  if (error.code === '42501') return new Refusal('not_allowed')
  const ofConstraint = errorOfConstraint[error.constraint_name ?? '']
  if (ofConstraint !== undefined) return new Refusal(...ofConstraint)
  if (isStandoff(error)) return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  // What it was about was deleted at the same moment.
  if (error.code === '23503') return new Refusal('not_found')
  if (error.code === '53100') {
    console.error('database: There is no room left on the disk')
    return new Refusal('disk_full', undefined, { 'retry-after': '60' })
  }
  return undefined
}

/** A deadlock or a serialization failure: to be tried again. */
function isStandoff(error: unknown): boolean {
  return error instanceof postgres.PostgresError && (error.code === '40P01' || error.code === '40001')
}

/** Codes of postgres.js, of the stream of a connection and of the system, such as ECONNREFUSED and EAI_AGAIN. */
const lostConnection = /^(CONNECTION_\w+|CONNECT_TIMEOUT|SASL_\w+|E[A-Z0-9]+|EAI_\w+)$/

/** A sign-in that failed, no such database, no room for another session, a server that starts or stops, a connection that broke. */
const noSession = /^(08(?!P01)|28|3D000|53(?!100)|57P)/

function isWithoutDatabase(error: unknown): error is Error {
  // Postgres names a routine with each error. Without one a pooler speaks, each by codes of its own.
  if (error instanceof postgres.PostgresError) return error.routine === undefined || noSession.test(error.code)
  return error instanceof Error && 'code' in error && lostConnection.test(String(error.code))
}
