import type { Handler } from './context.ts'
import { Refusal } from './refusal.ts'

/** For the parts of the service that the product has no use for. `what` begins the sentence. */
export const notOffered = (what: string) =>
  new Refusal(501, 'NotSupported', `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`)

const off =
  (what: string): Handler =>
  () =>
    notOffered(what)

export const changeBuckets = off('Changing buckets over HTTP')
export const listVersion2 = off('The second way of listing files')
export const move = off('Moving files')
export const copy = off('Copying files')
export const publicObject = off('Reading files without a key')
export const transform = off('Transforming images')
export const resumable = off('Uploading in parts')
/** Its clients read XML, whatever went wrong. */
export const s3: Handler = () => {
  const { code, message, status } = notOffered('The S3 protocol')
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NotImplemented</Code><Message>${message}</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml', 'x-sb-error-code': code },
  })
}
export const purge = off('Emptying caches')
export const otherBuckets = off('Any other kind of bucket')
