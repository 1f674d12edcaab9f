import type { Handler } from './context.ts'
import { findObject } from './objects.ts'
import { noSuchBucket, noSuchKey, Refusal } from './refusal.ts'

export const download: Handler = async (storage, call) => {
  const object = await findObject(storage, call, 'storage.object.get_authenticated')
  // Without a token only public buckets would be there, and we have none.
  if (object instanceof Refusal) return object.code === 'AccessDenied' || object.code === 'InvalidRequest' ? noSuchBucket : object
  const { version, metadata } = object
  if (version === null || metadata === null) return noSuchKey
  const file = await storage.files.open(version)
  if (file === undefined) return noSuchKey
  const headers = {
    'content-type': harmless(metadata.mimetype),
    'content-length': String(metadata.size),
    'cache-control': metadata.cacheControl,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    ...protection,
  }
  if (metadata.size > mostAtOnce) return new Response(file.readable, { headers })
  // A face is one piece; a stream for it would cost more than reading it.
  using small = file
  return new Response(await readAll(small, metadata.size), { headers })
}

const mostAtOnce = 64 * 1024

async function readAll(file: Deno.FsFile, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size;) {
    const read = await file.read(bytes.subarray(at))
    if (read === null) throw new Error('A file is shorter than its row says')
    at += read
  }
  return bytes
}

// The app lives on the same origin here, as it never does on Supabase: an uploaded file must not run as a page of it.
const protection = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'none',
}

const harmless = (type: string) => (type.toLowerCase().includes('text/html') ? 'text/plain' : type)
