import { isUnchanged, rangeOf } from './conditions.ts'
import type { Range } from './conditions.ts'
import type { Call, Handler, Storage } from './context.ts'
import { findForAnyone, findForCaller } from './objects.ts'
import type { StoredObject } from './objects.ts'
import { invalidRange, invalidRequest, invalidSignature, noSuchBucket, noSuchKey, Refusal } from './refusal.ts'

export const getAuthenticated: Handler = (storage, call) => serve(storage, call, () => findForCaller(storage, call, 'storage.object.get_authenticated'))

export const get: Handler = (storage, call) =>
  serve(storage, call, async () => {
    const found = await findForCaller(storage, call, 'storage.object.get_authenticated')
    // Without a token only public buckets would be there, and we have none.
    const isNobody = found instanceof Refusal && (found.code === 'AccessDenied' || found.code === 'InvalidRequest')
    return isNobody ? noSuchBucket : found
  })

export const getSigned: Handler = async (storage, call) => {
  const token = call.url.searchParams.get('token')
  if (token === null) return invalidRequest("querystring must have required property 'token'")
  const signed = await storage.signatures.verify(token, `${call.bucket}/${call.name}`, 'download')
  if (signed instanceof Refusal) return signed
  if (signed.session !== undefined) {
    const [session] = await storage.sql`select from auth.sessions where id = ${signed.session}`
    if (session === undefined) return invalidSignature
  }
  return serve(storage, call, () => findForAnyone(storage, call), new Date(signed.exp * 1000))
}

type Find = () => Promise<StoredObject | Refusal>

async function serve(storage: Storage, call: Call, find: Find, expires?: Date): Promise<Response | Refusal> {
  const { headers, method } = call.request
  let missing: string | undefined
  for (;;) {
    const object = await find()
    if (object instanceof Refusal) return object
    const { version, metadata } = object
    if (version === null || metadata === null || version === missing) return noSuchKey
    const lastModified = new Date(metadata.lastModified)
    const answer = new Headers({
      etag: metadata.eTag,
      'last-modified': lastModified.toUTCString(),
      ...(expires === undefined ? { 'cache-control': metadata.cacheControl } : { expires: expires.toUTCString() }),
      ...protection,
    })
    if (isUnchanged(headers, metadata.eTag, lastModified)) return new Response(null, { status: 304, headers: answer })
    const range = method === 'HEAD' ? undefined : rangeOf(headers, metadata.size, metadata.eTag)
    if (range === 'unsatisfiable') return invalidRange
    const { first, last } = range ?? { first: 0, last: metadata.size - 1 }
    answer.set('accept-ranges', 'bytes')
    answer.set('content-type', harmless(metadata.mimetype))
    answer.set('content-length', String(last - first + 1))
    if (range !== undefined) answer.set('content-range', `bytes ${first}-${last}/${metadata.size}`)
    const download = call.url.searchParams.get('download')
    if (download !== null) answer.set('content-disposition', attachment(download))
    const file = await storage.files.open(version)
    if (file !== undefined) return respond(file, method, { first, last }, { status: range === undefined ? 200 : 206, headers: answer })
    // Another one may have taken its place since the row was read.
    missing = version
  }
}

const mostAtOnce = 64 * 1024

async function respond(file: Deno.FsFile, method: string, { first, last }: Range, init: ResponseInit): Promise<Response> {
  const size = last - first + 1
  if (first > 0) await file.seek(first, Deno.SeekMode.Start)
  if (method !== 'HEAD' && size > mostAtOnce) return new Response(streamOf(file, size), init)
  // A face is one piece; a stream for it would cost more than reading it.
  using small = file
  return new Response(method === 'HEAD' ? null : await readAll(small, size), init)
}

async function readAll(file: Deno.FsFile, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size;) {
    const read = await file.read(bytes.subarray(at))
    if (read === null) throw new Error('A file is shorter than its row says')
    at += read
  }
  return bytes
}

/** Reads `left` bytes from where the file stands, then closes it. */
function streamOf(file: Deno.FsFile, left: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const buffer = new Uint8Array(Math.min(left, mostAtOnce))
      const read = await file.read(buffer)
      if (read !== null) {
        controller.enqueue(buffer.subarray(0, read))
        left -= read
      }
      if (read !== null && left > 0) return
      file.close()
      controller.close()
    },
    cancel: () => file.close(),
  })
}

// The app lives on the same origin here, as it never does on Supabase: what was uploaded must not run as a page of it.
const protection = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'none',
}

const harmless = (type: string) => (type.toLowerCase().includes('text/html') ? 'text/plain' : type)

function attachment(name: string): string {
  const encoded = encodeURIComponent(name)
  return name === '' ? 'attachment;' : `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`
}
