import { z } from 'zod'
import { callerOf, settingsOf } from './caller.ts'
import type { Caller } from './caller.ts'
import type { Call, Storage } from './context.ts'
import { isObjectName } from './names.ts'
import { invalidKey, noSuchBucket, noSuchKey, Refusal } from './refusal.ts'

const Found = z.object({
  id: z.string(),
  name: z.string(),
  bucket_id: z.string(),
  version: z.string().nullable(),
  user_metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  metadata: z.object({ eTag: z.string(), size: z.number(), mimetype: z.string(), cacheControl: z.string(), lastModified: z.string() }).nullable().catch(null),
})

/** A row as it is found, whatever has written it. */
export type StoredObject = z.infer<typeof Found>

/** The object of the call's path. Who may not see it is told that it is not there. */
export async function findForCaller(storage: Storage, call: Call, operation: string): Promise<StoredObject | Refusal> {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  return findAs(storage, call, caller, operation)
}

export const findAs = (storage: Storage, call: Call, caller: Caller, operation: string): Promise<StoredObject | Refusal> =>
  find(storage, call, settingsOf(call, caller, operation))

/** The object of the call's path, whoever asks: a signature has opened it. */
export const findForAnyone = (storage: Storage, call: Call): Promise<StoredObject | Refusal> => find(storage, call, {})

async function find({ sql }: Storage, { bucket, name }: Call, settings: Record<string, string>): Promise<StoredObject | Refusal> {
  if (!isObjectName(name)) return invalidKey(name)
  const [row] = await sql<
    { has_bucket: boolean; object: unknown }[]
  >`select has_bucket, object from embedded.find_object(${sql.json(settings)}, ${bucket}, ${name})`
  if (row === undefined || !row.has_bucket) return noSuchBucket
  return row.object === null ? noSuchKey : Found.parse(row.object)
}
