import postgres from 'postgres'
import { z } from 'zod'
import { bytesOf } from '../body.ts'
import { notSupported } from '../calls.ts'
import { ServiceRefusal } from '../service-refusal.ts'
import { callerOf, tryAsCaller } from './caller.ts'
import type { StorageCall, StorageHandler, Storage } from './context.ts'
import type { StoredFile } from './files.ts'
import { isObjectName } from './objects.ts'
import { invalidKey, invalidRequest, invalidType, noSuchBucket, tooLarge } from './refusal.ts'

export const uploadSeconds = 2 * 3600

export const signUpload: StorageHandler = async (storage, call) => {
  const { request, bucket, name } = call
  if (request.headers.get('x-upsert') === 'true') return notSupported('Replacing a file')
  const caller = await callerOf(storage, call)
  if (caller instanceof ServiceRefusal) return caller
  if (!isObjectName(name)) return invalidKey(name)
  const owner = caller.user
  // Checks the policies now: the upload itself carries no user.
  await tryAsCaller(
    storage,
    caller,
    (sql) => sql`
      insert into storage.objects (bucket_id, name, owner, owner_id, version)
      values (${bucket}, ${name}, ${uuidOf(owner)}, ${owner ?? null}, '1')`,
  )
  const url = `${bucket}/${name}`
  const token = await storage.signatures.sign(
    { url, scope: 'upload', upsert: false, ...(owner === undefined ? {} : { owner }) },
    uploadSeconds,
  )
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

/**
 * Takes the body in as an object. Refuses a size or a type before the first byte is written, so that nothing fills the
 * disk.
 */
export const uploadSigned: StorageHandler = async (storage, call) => {
  const { bucket, name, request, url } = call
  const { headers } = request
  if (/^multipart\/form-data/i.test(headers.get('content-type') ?? '')) return notSupported('Sending a file as a form')
  const token = url.searchParams.get('token')
  if (token === null) return invalidRequest("querystring must have required property 'token'")
  const signed = await storage.signatures.verify(token, `${bucket}/${name}`)
  if (signed instanceof ServiceRefusal) return signed
  const limits = await limitsOf(storage, bucket)
  if (limits === undefined) return noSuchBucket
  if (!isObjectName(name)) return invalidKey(name)
  const body = bytesOf(request)
  try {
    const type = headers.get('content-type') ?? 'application/octet-stream'
    if (!isAllowedType(type, limits.types)) return invalidType(type)
    if (Number(headers.get('content-length')) > limits.size) return tooLarge
    const received = await storage.files.receive(body, limits.size)
    if (received instanceof ServiceRefusal) return received
    await commit(storage, call, signed.owner, type, received)
    return Response.json({ Key: `${bucket}/${name}` })
  } finally {
    await body.return()
  }
}

type Limits = { size: number; types: readonly string[] }

/**
 * The size and the types that a bucket takes, where no type at all stands for any; undefined when there is no such
 * bucket.
 */
async function limitsOf({ sql, settings }: Storage, bucket: string): Promise<Limits | undefined> {
  const [limits] = await sql<Limits[]>`
    select least(file_size_limit, ${settings.fileSizeLimit})::float8 as size, to_jsonb(coalesce(allowed_mime_types, '{}')) as types from storage.buckets where id = ${bucket}`
  return limits
}

/** Whether a declared type is one of `allowed`, where `image/*` stands for all of its kind. */
function isAllowedType(declared: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true
  const [type = ''] = declared.split(';')
  const [kind = '', detail] = type.trim().toLowerCase().split('/')
  if (detail === undefined) return false
  return allowed.some((pattern) => [`${kind}/${detail}`, `${kind}/*`].includes(pattern.toLowerCase()))
}

/** Writes the row as the service itself; the file of a row that Postgres refuses goes. */
async function commit(
  { sql, files }: Storage,
  { request, bucket, name }: StorageCall,
  owner: string | undefined,
  type: string,
  received: StoredFile,
): Promise<void> {
  const { version, size, md5 } = received
  const metadata = {
    eTag: `"${md5}"`,
    size,
    mimetype: type,
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  }
  try {
    await sql`
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
      values (${bucket}, ${name}, ${uuidOf(owner)}, ${owner ?? null}, ${version}, ${sql.json(metadata)})`
  } catch (error) {
    // A commit whose response was lost may have succeeded: then the next start checks the file.
    if (error instanceof postgres.PostgresError) await files.drop(version)
    throw error
  }
}

const uuidOf = (owner: string | undefined) => (z.guid().safeParse(owner).success ? (owner ?? null) : null)
