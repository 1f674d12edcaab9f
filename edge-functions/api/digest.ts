import { Buffer } from 'node:buffer'

/** Returns the digest of a text or of bytes, in hex. */
export type Digest = (data: string | Uint8Array<ArrayBuffer>) => Promise<string>

/** The pepper prevents finding a PIN, a code or an address by comparing all of them with the stored digests. */
export function createDigest(pepper: string): Digest {
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const key = crypto.subtle.importKey('raw', bytesOf(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (data) =>
    Buffer.from(await crypto.subtle.sign('HMAC', await key, typeof data === 'string' ? bytesOf(data) : data)).toString(
      'hex',
    )
}
