import { z } from 'zod'
import { readBody } from './body.ts'
import { asCaller, callerOf } from './caller.ts'
import type { Caller } from './caller.ts'
import type { Handler, Storage } from './context.ts'
import { isObjectName } from './names.ts'
import { findAs } from './objects.ts'
import { invalidKey, invalidRequest, Refusal } from './refusal.ts'
import { notOffered } from './switched-off.ts'
import { refuseTaken, store, tryUpload } from './upload.ts'

const uploadSeconds = 2 * 3600

const Lifetime = z
  .int()
  .min(1)
  .max(10 * 365 * 24 * 3600)

export const signUpload: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  if (!isObjectName(call.name)) return invalidKey(call.name)
  const upsert = call.request.headers.get('x-upsert') === 'true'
  const owner = caller.claims.sub
  // The policies are asked now: whoever brings the file is asked no more who they are.
  await tryUpload(storage, call, caller, { owner, upsert }, 'storage.object.sign_upload_url')
  const url = `${call.bucket}/${call.name}`
  const token = await storage.signatures.sign({ url, scope: 'upload', upsert, ...(owner === undefined ? {} : { owner }) }, uploadSeconds)
  return Response.json({ url: `/object/upload/sign/${url}?token=${token}`, token })
}

export const uploadSigned: Handler = async (storage, call) => {
  const token = call.url.searchParams.get('token')
  if (token === null) return invalidRequest("querystring must have required property 'token'")
  const signed = await storage.signatures.verify(token, `${call.bucket}/${call.name}`, 'upload')
  if (signed instanceof Refusal) return signed
  const placing = { owner: signed.owner, upsert: signed.upsert ?? false }
  const stored = await store(storage, call, placing, () => refuseTaken(storage, call, placing))
  return stored instanceof Refusal ? stored : Response.json({ Key: `${call.bucket}/${call.name}` })
}

const Signing = z.object({ expiresIn: Lifetime, transform: z.unknown().optional() })

export const signDownload: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const object = await findAs(storage, call, caller, 'storage.object.sign')
  if (object instanceof Refusal) return object
  const body = await readBody(call.request, Signing)
  if (body instanceof Refusal) return body
  if (body.transform !== undefined) return notOffered('Transforming images')
  return Response.json({ signedURL: await addressOf(storage, caller, `${call.bucket}/${call.name}`, body.expiresIn) })
}

const SigningMany = z.object({ expiresIn: Lifetime, paths: z.array(z.string()).min(1).max(1000) })

export const signDownloads: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const body = await readBody(call.request, SigningMany)
  if (body instanceof Refusal) return body
  const { paths, expiresIn } = body
  const names = paths.filter(isObjectName)
  const seen = await asCaller(
    storage,
    call,
    caller,
    'storage.object.sign_many',
    (sql) => sql<{ name: string }[]>`select name from storage.objects where bucket_id = ${call.bucket} and name = any(${names})`,
  )
  const visible = new Set(seen.map(({ name }) => name))
  const answers = paths.map(async (path) =>
    visible.has(path)
      ? { error: null, path, signedURL: await addressOf(storage, caller, `${call.bucket}/${path}`, expiresIn) }
      : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
  )
  return Response.json(await Promise.all(answers))
}

/** What a person may open, a link of theirs opens for an hour at most, and not when they have signed out. */
const mostSecondsOfPeople = 3600

async function addressOf({ signatures }: Storage, { role, claims }: Caller, url: string, asked: number): Promise<string> {
  const { session_id: session } = claims
  const seconds = role === 'service_role' ? asked : Math.min(asked, mostSecondsOfPeople)
  const token = await signatures.sign({ url, scope: 'download', ...(session === undefined ? {} : { session }) }, seconds)
  return `/object/sign/${url}?token=${token}`
}
