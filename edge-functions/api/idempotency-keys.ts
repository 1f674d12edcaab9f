import { Buffer } from 'node:buffer'
import { idempotencyKeyHeader } from '../../domain/contract/routes.ts'
import { Refusal } from './refusal.ts'

/** What a client calls one change, and the digest of the request that it came with. */
export type IdempotencyKey = { key: string; fingerprint: string }

export type IdempotencyKeys = {
  /** The key of a request with that body; undefined where none was sent. */
  read(request: Request, body: Uint8Array<ArrayBuffer>): Promise<IdempotencyKey | undefined | Refusal>
}

export function createIdempotencyKeys(pepper: string): IdempotencyKeys {
  // With the pepper nobody finds a PIN by trying all of them against the digests.
  const secret = crypto.subtle.importKey('raw', new TextEncoder().encode(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

  return {
    async read(request, body) {
      const key = request.headers.get(idempotencyKeyHeader)
      if (key === null) return undefined
      if (!/^[!-~]{1,255}$/.test(key)) return new Refusal('malformed_idempotency_key')
      const head = new TextEncoder().encode(`${request.method} ${new URL(request.url).pathname}\n`)
      const digest = await crypto.subtle.sign('HMAC', await secret, Buffer.concat([head, body]))
      return { key, fingerprint: Buffer.from(digest).toString('hex') }
    },
  }
}
