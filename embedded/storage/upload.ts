import postgres from 'postgres'
import { z } from 'zod'
import { bytesOf } from './body.ts'
import { limitsOf } from './buckets.ts'
import { callerOf, tryAsCaller } from './caller.ts'
import type { Caller } from './caller.ts'
import type { Call, Handler, Storage } from './context.ts'
import type { Received } from './files.ts'
import { readIncoming } from './incoming.ts'
import type { Incoming } from './incoming.ts'
import { isAllowedType, isObjectName } from './names.ts'
import { duplicate, invalidKey, invalidType, noSuchBucket, Refusal, tooLarge } from './refusal.ts'

/** Whose the object will be, and whether it may take the place of one that is there. */
export type Placing = { owner: string | undefined; upsert: boolean }

export const upload: Handler = (storage, call) => uploadAs(storage, call, call.request.headers.get('x-upsert') === 'true', 'storage.object.upload')
export const update: Handler = (storage, call) => uploadAs(storage, call, true, 'storage.object.upload_update')

async function uploadAs(storage: Storage, call: Call, upsert: boolean, operation: string): Promise<Response | Refusal> {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const placing = { owner: caller.claims.sub, upsert }
  const stored = await store(storage, call, placing, () => tryUpload(storage, call, caller, placing, operation))
  return stored instanceof Refusal ? stored : Response.json({ Key: `${call.bucket}/${call.name}`, Id: stored.id })
}

/** Throws what the policies say against it: the row is written as the caller, and taken back. */
export function tryUpload(storage: Storage, call: Call, caller: Caller, { owner, upsert }: Placing, operation: string): Promise<void> {
  // Taking the place of another object needs the policies for reading and changing as well: Postgres asks for them here.
  return tryAsCaller(
    storage,
    call,
    caller,
    operation,
    (sql) => sql`
      insert into storage.objects (bucket_id, name, owner, owner_id, version)
      values (${call.bucket}, ${call.name}, ${uuidOf(owner)}, ${owner ?? null}, '1')
      ${upsert ? sql`on conflict (bucket_id, name) do update set ${taken(sql)} returning id` : sql``}`,
  )
}

/** For a signature that was made while the place was free. */
export async function refuseTaken({ sql }: Storage, { bucket, name }: Call, { upsert }: Placing): Promise<Refusal | undefined> {
  if (upsert) return undefined
  const [taken] = await sql`select id from storage.objects where bucket_id = ${bucket} and name = ${name}`
  return taken === undefined ? undefined : duplicate
}

/**
 * Takes the body in as an object. `mayBeStored` refuses or throws when it may not; it is asked before the first byte is
 * written, so that nobody fills the disk of a family that is not theirs.
 */
export async function store(storage: Storage, call: Call, placing: Placing, mayBeStored: () => Promise<Refusal | void>): Promise<{ id: string } | Refusal> {
  const { bucket, name } = call
  const limits = await limitsOf(storage, bucket)
  if (limits === undefined) return noSuchBucket
  if (!isObjectName(name)) return invalidKey(name)
  const body = bytesOf(call.request)
  try {
    const incoming = await readIncoming(call.request, body)
    if (incoming instanceof Refusal) return incoming
    const { type, declared = 0 } = incoming
    if (limits.allowedMimeTypes !== undefined && !isAllowedType(type, limits.allowedMimeTypes)) return invalidType(type)
    const refused = await mayBeStored()
    if (refused instanceof Refusal) return refused
    if (declared > limits.fileSizeLimit) return tooLarge
    const received = await storage.files.receive(incoming.bytes, limits.fileSizeLimit)
    return received instanceof Refusal ? received : await commit(storage, call, placing, incoming, received)
  } finally {
    await body.return()
  }
}

async function commit(storage: Storage, call: Call, placing: Placing, incoming: Incoming, received: Received): Promise<{ id: string }> {
  const { version, size, md5 } = received
  const metadata = {
    eTag: `"${md5}"`,
    size,
    mimetype: incoming.type,
    cacheControl: incoming.cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
  try {
    const { id, replaced } = await write(storage, call, placing, { version, metadata, userMetadata: incoming.userMetadata })
    if (replaced !== null) await storage.files.drop(replaced)
    return { id }
  } catch (error) {
    // Whether a commit went through whose answer was lost is not known: then the next start looks at the file.
    if (error instanceof postgres.PostgresError) await storage.files.drop(version)
    throw error
  }
}

type Content = { version: string; metadata: postgres.JSONValue; userMetadata: postgres.JSONValue | undefined }

/** Writes the row as the service itself; answers the version whose place it took. */
async function write({ sql }: Storage, { bucket, name }: Call, { owner, upsert }: Placing, content: Content): Promise<{ id: string; replaced: string | null }> {
  const { version, metadata, userMetadata = {} } = content
  return await sql.begin(async (sql) => {
    // Two that take the same place at the same moment would each leave the other's file.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${name}`}, 0))`
    const [old] = await sql<{ version: string | null }[]>`select version from storage.objects where bucket_id = ${bucket} and name = ${name}`
    const [row] = await sql<{ id: string }[]>`
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values (${bucket}, ${name}, ${uuidOf(owner)}, ${owner ?? null}, ${version}, ${sql.json(metadata)}, ${sql.json(userMetadata)})
      ${upsert ? sql`on conflict (bucket_id, name) do update set ${taken(sql)}, updated_at = now()` : sql``}
      returning id`
    if (row === undefined) throw new Error('The object was not written')
    return { id: row.id, replaced: old?.version ?? null }
  })
}

const taken = (sql: postgres.TransactionSql) => sql`
  owner = excluded.owner, owner_id = excluded.owner_id, version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`

const uuidOf = (owner: string | undefined) => (z.guid().safeParse(owner).success ? (owner ?? null) : null)
