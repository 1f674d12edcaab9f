import type postgres from 'postgres'
import type { Bearer } from './bearer.ts'

/** Whether the policies on realtime.messages allow a user to receive or to send on a topic. */
export type Rights = { broadcast: boolean; presence: boolean }

// Each query runs with the rights of the token's user, is one round trip, and leaves nothing behind. The '{}' stands
// for the request's headers, which no policy of the product reads.

export async function rightsToRead(
  sql: postgres.Sql,
  topic: string,
  { role, claims }: Bearer,
  presence: boolean,
): Promise<Rights> {
  const [row] = await sql<{ bits: number }[]>`
    select realtime.read_rights(${topic}, ${role}, ${JSON.stringify(claims)}::text::jsonb, '{}', ${presence}) as bits`
  return rightsIn(row)
}

export async function rightsToWrite(sql: postgres.Sql, topic: string, { role, claims }: Bearer): Promise<Rights> {
  const [row] = await sql<
    { bits: number }[]
  >`select realtime.write_rights(${topic}, ${role}, ${JSON.stringify(claims)}::text::jsonb, '{}') as bits`
  return rightsIn(row)
}

function rightsIn(row: { bits: number } | undefined): Rights {
  const bits = row?.bits ?? 0
  return { broadcast: (bits & 1) !== 0, presence: (bits & 2) !== 0 }
}
