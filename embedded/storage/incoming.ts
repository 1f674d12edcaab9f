import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { readForm } from './multipart.ts'
import { invalidRequest, noContent, Refusal } from './refusal.ts'

/** A file on its way in, and what its sender says of it. */
export type Incoming = {
  type: string
  cacheControl: string
  userMetadata: z.infer<typeof UserMetadata> | undefined
  bytes: AsyncIterable<Uint8Array>
  /** What the sender says its size is at most; undefined when it says nothing. */
  declared: number | undefined
}

const UserMetadata = z.record(z.string(), z.json())
const headerText = /^[\x20-\x7e]*$/
// The other fields of a form, and what stands between them.
const aroundTheFile = 2 * 1024 * 1024

/** Reads a raw body's headers, or a form as far as its file. `body` is read by nobody else. */
export async function readIncoming(request: Request, body: AsyncIterable<Uint8Array>): Promise<Incoming | Refusal> {
  const { headers } = request
  const contentType = headers.get('content-type') ?? 'application/octet-stream'
  const length = headers.get('content-length')
  const declared = length === null ? undefined : Number(length)
  if (!/^multipart\/form-data/i.test(contentType)) {
    const metadata = headers.get('x-metadata')
    return {
      type: contentType,
      cacheControl: headers.get('cache-control') ?? 'no-cache',
      userMetadata: metadata === null ? undefined : readMetadata(Buffer.from(metadata, 'base64')),
      bytes: body,
      declared,
    }
  }
  const form = await readForm(contentType, body[Symbol.asyncIterator]())
  if (form === undefined) return noContent
  const age = form.fields.get('cacheControl')
  const metadata = form.fields.get('metadata') ?? form.fields.get('userMetadata')
  const type = form.fields.get('contentType') ?? form.type
  const cacheControl = age === undefined || age === '' ? 'no-cache' : `max-age=${age}`
  // Both are headers of every answer later on.
  if (!headerText.test(type) || !headerText.test(cacheControl)) return invalidRequest('Invalid character in a field of the form')
  return {
    type,
    cacheControl,
    userMetadata: metadata === undefined ? undefined : readMetadata(metadata),
    bytes: form.file,
    declared: declared === undefined ? undefined : declared - aroundTheFile,
  }
}

/** What is no JSON object is left out, as the hosted service does it. */
function readMetadata(sent: string | Uint8Array): z.infer<typeof UserMetadata> | undefined {
  return UserMetadata.safeParse(parseJson(sent)).data
}
