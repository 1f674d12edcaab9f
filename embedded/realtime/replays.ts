import type postgres from 'postgres'
import { Broadcast, bytesOf } from './broadcasts.ts'
import type { Replay } from './join-config.ts'

/** The last private messages of a topic since a moment, oldest first. */
export async function messagesSince(sql: postgres.Sql, topic: string, wireTopic: string, { since, limit }: Replay): Promise<Broadcast[]> {
  const rows = await sql<{ id: string; event: string; json: string | null; binary: Uint8Array<ArrayBuffer> | null }[]>`
    select id, event, payload::text as json, binary_payload as binary
    from realtime.messages
    where topic = ${topic}
      and inserted_at >= to_timestamp(${since}::float8 / 1000) at time zone 'utc'
      and extension = 'broadcast' and private is true
      and event is not null and (payload is not null or binary_payload is not null)
    order by inserted_at desc
    limit ${limit}`
  return rows
    .toReversed()
    .map(({ id, event, json, binary }) =>
      Broadcast.ofUser(
        wireTopic,
        binary === null ? { event, encoding: 'json', bytes: bytesOf(json ?? 'null') } : { event, encoding: 'binary', bytes: new Uint8Array(binary) },
        { replayed: true, id },
      ),
    )
}
