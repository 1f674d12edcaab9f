import postgres from 'postgres'
import { isErrorCode } from '../../../domain/contract/errors.ts'
import type { CodedError } from '../../../domain/contract/errors.ts'
import { msLeft } from '../deadline.ts'
import type { IdempotencyKey } from '../idempotency-keys.ts'
import { parseJson } from '../json.ts'
import { AccountIsBusy, limitQueries } from './query-limit.ts'
import type { Write } from './query-limit.ts'
import { Refusal, tooManyCalls } from '../refusal.ts'

/** The signed-in user of a call: the account, and its token's claims as JSON. */
export type Account = { userId: string; json: string }

/** UTF-8 text of an unparsed JSON value. */
export type Json = Uint8Array<ArrayBuffer>

export type Database = {
  /**
   * Runs one command of schema `private` as the signed-in user: one round trip, one transaction,
   * under row-level security. Returns the JSON's bytes to pass on as they are; null when the command returns none.
   */
  request(
    user: Account,
    command: string,
    args: Readonly<Record<string, postgres.JSONValue>>,
  ): Promise<Json | null | Refusal>
  /**
   * `request` for a call of one command: null becomes `not_signed_in`. With a key the command runs once; sent again,
   * the stored reply is returned.
   */
  runCommand(
    user: Account,
    command: string,
    args: Readonly<Record<string, postgres.JSONValue>>,
    key: IdempotencyKey | undefined,
  ): Promise<{ json: Json | string; isReplayed?: true } | Refusal>
  /** `request` for commands that always return something. */
  ask(user: Account, command: string, args: Readonly<Record<string, postgres.JSONValue>>): Promise<Json | Refusal>
  /** Counts a try under each key, up to the first that has too many; returns the seconds to wait for it, or 0. */
  countTries(tries: readonly { key: string; most: number }[], withinSeconds: number): Promise<number | Refusal>
  /** Counts a guess at a password as wrong; returns the seconds to wait before another one, or 0. */
  countGuess(key: string): Promise<number | Refusal>
  /** Forgets the guesses after a right one. */
  forgetGuesses(key: string): Promise<void | Refusal>
  /** Uses a device's code; returns the new ThisDevice as JSON, null for a code that is wrong, used or too old. */
  joinFamily(codeDigest: string, model: string): Promise<string | null | Refusal>
  /** Returns the mailed link's MailedLinkOwner as JSON; null for an unknown link. */
  mailedLinkOwner(kind: 'confirmation' | 'recovery', tokenHash: string): Promise<string | null | Refusal>
  /** Returns the names of at most `most` expired pictures, and hides these from everybody. */
  expiredPictures(most: number): Promise<string[] | Refusal>
  /** Deletes the rows of pictures whose files were removed. */
  forgetPictures(names: readonly string[]): Promise<void | Refusal>
  /** Deletes at most `most` expired rows of each table; returns how many. */
  deleteExpired(most: number): Promise<number | Refusal>
  /** Claims the cleanup: true for one caller an hour. */
  claimCleanup(): Promise<boolean | Refusal>
  /** Whether the database responds within `withinMs`. */
  isUp(withinMs: number): Promise<boolean>
}

// A move and the deletion of its target column can deadlock: Postgres cancels one of them after a second and rolls it
// back. A cancellation that comes too late may end the next query of its session.
const mostTries = 3

// Includes the wait for a connection and all tries.
const queryLimitMs = 5000

/** The error of each constraint that input can violate; a violation of any other is a bug. */
const errorOfConstraint: Record<string, CodedError<'invalid_column' | 'invalid_input'>> = {
  quests_column_fkey: ['invalid_column'],
  quests_done_column_fkey: ['invalid_column'],
  // Two families chose the same id at the same moment; a moment later the command itself refuses it.
  redemptions_pkey: ['invalid_input', { reason: 'redemption_id_used' }],
  // Row-level security hides another family's row from the command; its primary key does not.
  family_members_pkey: ['invalid_input', { reason: 'id_used' }],
  quest_columns_pkey: ['invalid_input', { reason: 'id_used' }],
  quests_pkey: ['invalid_input', { reason: 'id_used' }],
  absences_pkey: ['invalid_input', { reason: 'id_used' }],
  rewards_pkey: ['invalid_input', { reason: 'id_used' }],
}

/**
 * For every pool that outlives its Postgres. When postgres.js fails to read the types of arrays, the error is uncaught
 * and ends the process; so lists go to Postgres as JSON.
 */
export const poolOptions = { fetch_types: false, onnotice: () => {} }

/**
 * For connections without a transaction pooler, which takes no such setting: Postgres itself cancels slow statements.
 */
export const sessionSettings = { statement_timeout: queryLimitMs }

/** Runs a query within the remaining time. */
type Run = <Rows>(write: Write<Rows>) => Promise<Rows>

export function createDatabase(sql: postgres.Sql): Database {
  let answered: Promise<boolean> | undefined
  const runQuery = limitQueries(sql)

  async function orRefusal<Answer>(ask: (run: Run) => Promise<Answer>, account?: string): Promise<Answer | Refusal> {
    const end = performance.now() + msLeft(queryLimitMs)
    for (let tries = 1; ; tries++) {
      try {
        return await ask((write) => runQuery(Math.max(0, end - performance.now()), write, account))
      } catch (error) {
        if (isRetryable(error) && tries < mostTries) continue
        const refusal = asRefusal(error)
        if (refusal === undefined) throw error
        return refusal
      }
    }
  }

  const request: Database['request'] = ({ userId, json: claims }, command, args) =>
    orRefusal(async (run) => {
      // Raw, which saves decoding and encoding a board of 200 quests.
      const [row] = await run((json) => sql`select private.request(${claims}, ${command}, ${json(args)})`.raw())
      return bytesOf(row?.[0])
    }, userId)

  return {
    request,
    async runCommand(user, command, args, key) {
      if (key !== undefined) {
        return orRefusal(async (run) => {
          const [row] = await run(
            (json) => sql<{ reply: string; isReplayed: boolean }[]>`
              select reply, is_replayed as "isReplayed"
              from private.request_once(${user.json}, ${command}, ${json(args)}, ${key.key}, ${key.fingerprint})`,
          )
          if (row === undefined) throw new Error(`The command ${command} answered nothing`)
          return { json: row.reply, ...(row.isReplayed && { isReplayed: true }) }
        }, user.userId)
      }
      const json = await request(user, command, args)
      // Only the current user can be missing: an account that was deleted while its token is valid.
      if (json === null) return new Refusal('not_signed_in')
      return json instanceof Refusal ? json : { json }
    },
    async ask(user, command, args) {
      const reply = await request(user, command, args)
      if (reply === null) throw new Error(`The command ${command} answered nothing`)
      return reply
    },
    countTries: (tries, withinSeconds) =>
      orRefusal(async (run) => {
        const [row] = await run(
          (json) => sql<{ wait: number }[]>`
            select private.count_tries(${json(tries)}, ${withinSeconds}) as wait`,
        )
        return row?.wait ?? 0
      }),
    countGuess: (key) =>
      orRefusal(async (run) => {
        const [row] = await run(() => sql<{ wait: number }[]>`select private.count_guess(${key}) as wait`)
        return row?.wait ?? 0
      }),
    forgetGuesses: (key) =>
      orRefusal(async (run) => void (await run(() => sql`select private.forget_guesses(${key})`))),
    joinFamily: (codeDigest, model) =>
      orRefusal(async (run) => {
        const [row] = await run(
          () => sql<{ device: string | null }[]>`select private.join_family(${codeDigest}, ${model})::text as device`,
        )
        return row?.device ?? null
      }),
    mailedLinkOwner: (kind, tokenHash) =>
      orRefusal(async (run) => {
        const [row] = await run(
          () => sql<{ owner: string | null }[]>`select private.mailed_link_owner(${kind}, ${tokenHash})::text as owner`,
        )
        return row?.owner ?? null
      }),
    expiredPictures: (most) =>
      orRefusal(async (run) => {
        const rows = await run(() => sql<{ name: string }[]>`select private.expired_pictures(${most}) as name`)
        return rows.map(({ name }) => name)
      }),
    forgetPictures: (names) =>
      orRefusal(
        async (run) =>
          void (await run(
            (json) => sql`select private.forget_pictures(array(select jsonb_array_elements_text(${json(names)})))`,
          )),
      ),
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
      // Runs one probe at a time: while the database does not respond, more would only take connections from waiting
      // calls.
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

/** Parses a reply, for the few calls that read it. */
export function valueOf(json: Json): unknown {
  return JSON.parse(new TextDecoder().decode(json))
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof AccountIsBusy) return tooManyCalls(1)
  if (isWithoutDatabase(error)) {
    // Messages about a connection quote nothing that a family wrote.
    console.error(`database: ${error.message}`)
    return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  }
  if (!(error instanceof postgres.PostgresError)) return undefined
  // The database sends the params of its codes.
  if (error.code === 'BQ001' && isErrorCode(error.message))
    return new Refusal(...([error.message, parseJson(error.detail ?? '')] as CodedError))
  const ofConstraint = errorOfConstraint[error.constraint_name ?? '']
  if (ofConstraint !== undefined) return new Refusal(...ofConstraint)
  if (isRetryable(error) || error.code === '55P03') return new Refusal('unavailable', undefined, { 'retry-after': '1' })
  // The referenced row was deleted at the same moment.
  if (error.code === '23503') return new Refusal('not_found')
  if (error.code === '53100') {
    console.error('database: There is no room left on the disk')
    return new Refusal('disk_full', undefined, { 'retry-after': '60' })
  }
  return undefined
}

/** Whether to try again: after a deadlock, a serialization failure or a cancelled statement. */
function isRetryable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && ['40P01', '40001', '57014'].includes(error.code)
}

/** Codes of postgres.js, of the stream of a connection and of the system, such as ECONNREFUSED and EAI_AGAIN. */
const lostConnection = /^(CONNECTION_\w+|CONNECT_TIMEOUT|SASL_\w+|E[A-Z0-9]+|EAI_\w+)$/

/** A failed sign-in, a missing database, too many sessions, a server that starts or stops, a broken connection. */
const noSession = /^(08(?!P01)|28|3D000|53(?!100)|57P)/

function isWithoutDatabase(error: unknown): error is Error {
  // Postgres names a routine with each error; without one the error is a pooler's, whose codes differ.
  if (error instanceof postgres.PostgresError) return error.routine === undefined || noSession.test(error.code)
  return error instanceof Error && 'code' in error && lostConnection.test(String(error.code))
}
