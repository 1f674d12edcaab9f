import type postgres from 'postgres'
import type { Bearer } from './bearer.ts'

/** Whether the policies on realtime.messages let somebody hear or speak on a topic. */
export type Rights = { broadcast: boolean; presence: boolean }

export const everything: Rights = { broadcast: true, presence: true }

/** Asks Postgres, as the user of a token; each question is one round trip and leaves nothing behind. */
export class RightsOf {
  readonly #sql: postgres.Sql
  /** The `x-` headers of the connection, which policies may read as `request.headers`. */
  readonly #headers: Record<string, string>

  constructor(sql: postgres.Sql, headers: Headers) {
    this.#sql = sql
    this.#headers = Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-') && name !== 'x-api-key'))
  }

  async toRead(topic: string, bearer: Bearer, presence: boolean): Promise<Rights> {
    const [row] = await this.#sql<{ bits: number }[]>`
      select realtime.read_rights(${topic}, ${bearer.role}, ${JSON.stringify(bearer.claims)}::text::jsonb, ${JSON.stringify(this.#headers)}::text::jsonb, ${presence}) as bits`
    return rightsIn(row)
  }

  async toWrite(topic: string, bearer: Bearer): Promise<Rights> {
    const [row] = await this.#sql<{ bits: number }[]>`
      select realtime.write_rights(${topic}, ${bearer.role}, ${JSON.stringify(bearer.claims)}::text::jsonb, ${JSON.stringify(this.#headers)}::text::jsonb) as bits`
    return rightsIn(row)
  }
}

function rightsIn(row: { bits: number } | undefined): Rights {
  const bits = row?.bits ?? 0
  return { broadcast: (bits & 1) !== 0, presence: (bits & 2) !== 0 }
}
