import { z } from 'zod'
import { callerOf, settingsOf } from './caller.ts'
import type { Call, Storage } from './context.ts'
import { isObjectName } from './names.ts'
import { invalidKey, noSuchBucket, noSuchKey, Refusal } from './refusal.ts'

const Found = z.object({
  id: z.string(),
  name: z.string(),
  bucket_id: z.string(),
  version: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: z.object({ eTag: z.string(), size: z.number(), mimetype: z.string(), cacheControl: z.string(), lastModified: z.string() }).nullable().catch(null),
})

/** A row as it is found, not only those that this service has written. */
export type StoredObject = z.infer<typeof Found>

/** The object of the call's path. A caller who may not see it is told that it is not there. */
export async function findObject(storage: Storage, call: Call, operation: string): Promise<StoredObject | Refusal> {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  if (!isObjectName(call.name)) return invalidKey(call.name)
  const { sql } = storage
  const [row] = await sql<
    { has_bucket: boolean; object: unknown }[]
  >`select has_bucket, object from embedded.find_object(${sql.json(settingsOf(call, caller, operation))}, ${call.bucket}, ${call.name})`
  if (row === undefined || !row.has_bucket) return noSuchBucket
  return row.object === null ? noSuchKey : Found.parse(row.object)
}
