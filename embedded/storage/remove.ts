import { z } from 'zod'
import { readBody } from './body.ts'
import { asCaller, callerOf } from './caller.ts'
import type { Handler } from './context.ts'
import { isObjectName } from './names.ts'
import { Refusal } from './refusal.ts'

const columns = [
  'name',
  'bucket_id',
  'owner',
  'owner_id',
  'version',
  'id',
  'updated_at',
  'created_at',
  'last_accessed_at',
  'metadata',
  'user_metadata',
] as const

const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

/** Answers the rows that are gone; a name that is hidden or missing is left out in silence. */
export const removeMany: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const body = await readBody(call.request, Removal)
  if (body instanceof Refusal) return body
  const names = body.prefixes.filter(isObjectName)
  const rows = await asCaller(
    storage,
    call,
    caller,
    'storage.object.delete_many',
    (sql) => sql<{ version: string | null }[]>`
      delete from storage.objects where bucket_id = ${call.bucket} and name = any(${names}) returning ${sql(columns)}`,
  )
  // First the rows: a file without one is swept, a row without a file would be a picture that never loads.
  for (const { version } of rows) if (version !== null) await storage.files.drop(version)
  return Response.json(rows)
}
