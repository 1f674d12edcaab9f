import postgres from 'postgres'
import { isErrorCode } from '../../domain/contract/errors.ts'
import type { CodedError } from '../../domain/contract/errors.ts'
import { msLeft } from './deadline.ts'
import type { IdempotencyKey } from './idempotency-keys.ts'
import { parseJson } from './json.ts'
import { limitQueries } from './query-limit.ts'
import type { Write } from './query-limit.ts'
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
// them after a second, and nothing of it has happened. A query that is cancelled too late may end the next one of its session.
const mostTries = 3

// The wait for a connection and all tries included.
const queryLimitMs = 5000

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

/** For each session that is not shared by a transaction pooler, which takes no such setting: Postgres itself ends what takes too long. */
export const sessionSettings = { statement_timeout: queryLimitMs }

/** Runs a query in the time that is left for it. */
type Run = <Rows>(write: Write<Rows>) => Promise<Rows>

export function createDatabase(sql: postgres.Sql): Database {
  let answered: Promise<boolean> | undefined
  const runQuery = limitQueries(sql)

  async function orRefusal<Answer>(ask: (run: Run) => Promise<Answer>): Promise<Answer | Refusal> {
    const end = performance.now() + msLeft(queryLimitMs)
    for (let tries = 1; ; tries++) {
      try {
        return await ask((write) => runQuery(Math.max(0, end - performance.now()), write))
      } catch (error) {
        if (isRetryable(error) && tries < mostTries) continue
        const refusal = asRefusal(error)
        if (refusal === undefined) throw error
        return refusal
      }
    }
  }

  const request: Database['request'] = (claims, command, args) =>
    orRefusal(async (run) => {
      // Raw: a board of 200 quests is not worth turning into a string and back.
      const [row] = await run((json) => sql`select private.request(${claims}, ${command}, ${json(args)})`.raw())
      return bytesOf(row?.[0])
    })

  return {
    request,
    async runCommand(claims, command, args, key) {
      if (key !== undefined) {
        return orRefusal(async (run) => {
          const [row] = await run(
            (json) => sql<{ reply: string; isReplayed: boolean }[]>`
              select reply, is_replayed as "isReplayed"
              from private.request_once(${claims}, ${command}, ${json(args)}, ${key.key}, ${key.fingerprint})`,
          )
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
      orRefusal(async (run) => {
        const [row] = await run((json) => sql`select reply, revision from private.read_family(${claims}, ${command}, ${json(args)})`.raw())
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
      orRefusal(async (run) => {
        const [row] = await run(
          (json) => sql<{ wait: number }[]>`
            select max(private.count_try(t.key, t.most, ${withinSeconds})) as wait
            from jsonb_to_recordset(${json(tries)}) as t(key text, most int)`,
        )
        return row?.wait ?? 0
      }),
    mailedLinkOwner: (kind, tokenHash) =>
      orRefusal(async (run) => {
        const [row] = await run(() => sql<{ owner: string | null }[]>`select private.mailed_link_owner(${kind}, ${tokenHash})::text as owner`)
        return row?.owner ?? null
      }),
    leavingPictures: (most) =>
      orRefusal(async (run) => {
        const rows = await run(() => sql<{ name: string }[]>`select private.leaving_pictures(${most}) as name`)
        return rows.map(({ name }) => name)
      }),
    forgetPictures: (names) =>
      orRefusal(async (run) => void (await run((json) => sql`select private.forget_pictures(array(select jsonb_array_elements_text(${json(names)})))`))),
    deleteExpired: (most) =>
      orRefusal(async (run) => {
        const [row] = await run(() => sql<{ deleted: number }[]>`select private.delete_expired(${most}) as deleted`)
        return row?.deleted ?? 0
      }),
    claimCleanup: () =>
      orRefusal(async (run) => {
        const [row] = await run(() => sql<{ claimed: boolean }[]>`select private.claim_cleanup() as claimed`)
        return row?.claimed === true
      }),
    async isUp(withinMs) {
      // One question at a time: while nobody answers it, more of them would only take connections from those who wait for them.
      answered ??= orRefusal((run) => run(() => sql`select 1`))
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
  if (isRetryable(error) || error.code === '55P03') return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  // What it was about was deleted at the same moment.
  if (error.code === '23503') return new Refusal('not_found')
  if (error.code === '53100') {
    console.error('database: There is no room left on the disk')
    return new Refusal('disk_full', undefined, { 'retry-after': '60' })
  }
  return undefined
}

/** A deadlock, a serialization failure or a cancelled statement: to be tried again, in the time that is left. */
function isRetryable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && ['40P01', '40001', '57014'].includes(error.code)
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
