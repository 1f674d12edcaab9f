import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { readBytes } from '../body.ts'
import { ServiceRefusal } from '../service-refusal.ts'
import { asCaller, callerOf } from './caller.ts'
import type { StorageCall, StorageHandler, Storage } from './context.ts'
import { bodyTooLarge, invalidKey, invalidRequest, noSuchBucket, noSuchKey } from './refusal.ts'

// The characters the hosted service takes; all of them are safe in a URL's path once encoded.
const characters = /^[\w/!\-.*'() &$@=;:+,?]+$/
const longestName = 1024

/** Whether an object may have this name: no folder without a name, none that leads upwards. */
export function isObjectName(name: string): boolean {
  return (
    name.length <= longestName &&
    characters.test(name) &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  )
}

const Found = z.object({
  id: z.string(),
  name: z.string(),
  bucket_id: z.string(),
  version: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  // The row may be one that this service has not written.
  metadata: z
    .object({
      eTag: z.string(),
      size: z.number(),
      mimetype: z.string(),
      cacheControl: z.string(),
      lastModified: z.string(),
    })
    .nullable()
    .catch(null),
})

/** The object of the call's path. A caller who may not see it is told that it is not there. */
async function findObject(storage: Storage, call: StorageCall): Promise<z.infer<typeof Found> | ServiceRefusal> {
  const caller = await callerOf(storage, call)
  // Without a token only public buckets would be there, and we have none.
  if (caller instanceof ServiceRefusal) return noSuchBucket
  if (!isObjectName(call.name)) return invalidKey(call.name)
  const { sql } = storage
  const [row] = await sql<
    { has_bucket: boolean; object: unknown }[]
  >`select has_bucket, object from embedded.find_object(${sql.json(caller.settings)}, ${call.bucket}, ${call.name})`
  if (row === undefined || !row.has_bucket) return noSuchBucket
  return row.object === null ? noSuchKey : Found.parse(row.object)
}

export const info: StorageHandler = async (storage, call) => {
  const object = await findObject(storage, call)
  if (object instanceof ServiceRefusal) return object
  const { metadata } = object
  if (metadata === null) return noSuchKey
  const body = {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    // No supported upload has any.
    metadata: {},
    last_modified: new Date(object.updated_at).toISOString(),
    created_at: new Date(object.created_at).toISOString(),
  }
  return Response.json(body, {
    headers: {
      etag: metadata.eTag,
      'last-modified': new Date(metadata.lastModified).toUTCString(),
      'cache-control': 'no-cache',
    },
  })
}

export const download: StorageHandler = async (storage, call) => {
  const object = await findObject(storage, call)
  if (object instanceof ServiceRefusal) return object
  const { version, metadata } = object
  if (version === null || metadata === null) return noSuchKey
  const body = await storage.files.read(version, metadata.size)
  if (body === undefined) return noSuchKey
  const headers = {
    'content-type': metadata.mimetype.toLowerCase().includes('text/html') ? 'text/plain' : metadata.mimetype,
    'content-length': String(metadata.size),
    'cache-control': metadata.cacheControl,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    // The app lives on the same origin here, as it never does on Supabase: an uploaded file must not run as a page of
    // it.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-robots-tag': 'none',
  }
  return new Response(body, { headers })
}

/** Returns the deleted rows; a name that is hidden or missing is left out. */
export const removeMany: StorageHandler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof ServiceRefusal) return caller
  const names = await readNames(call.request)
  if (names instanceof ServiceRefusal) return names
  const rows = await asCaller(
    storage,
    caller,
    (sql) => sql<{ version: string | null }[]>`
      delete from storage.objects where bucket_id = ${call.bucket} and name in (select jsonb_array_elements_text(${sql.json(names.filter(isObjectName))}))
      returning name, bucket_id, owner, owner_id, version, id, updated_at, created_at, last_accessed_at, metadata, user_metadata`,
  )
  // First the rows: a file without one is swept, a row without a file would be a picture that never loads.
  for (const { version } of rows) if (version !== null) await storage.files.drop(version)
  return Response.json(rows)
}

const longestJson = 1024 * 1024
const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

async function readNames(request: Request): Promise<string[] | ServiceRefusal> {
  const bytes = await readBytes(request, longestJson)
  if (bytes === undefined) return bodyTooLarge
  const body = parseJson(bytes)
  if (body === undefined) return invalidRequest('body must be valid JSON')
  const { data, error } = Removal.safeParse(body)
  if (data !== undefined) return data.prefixes
  const path = error.issues[0]?.path ?? []
  if (path.length === 0) return invalidRequest('body must be object')
  return invalidRequest(
    'prefixes' in Object(body) ? `body/${path.join('/')} is not valid` : "body must have required property 'prefixes'",
  )
}
