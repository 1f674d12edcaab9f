import { Buffer } from 'node:buffer'
import { idempotencyKeyHeader } from '../../domain/contract/routes.ts'
import { Refusal } from './refusal.ts'

/** The client's name for one change, and the digest of its request. */
export type IdempotencyKey = { key: string; fingerprint: string }

export type IdempotencyKeys = {
  /** Reads the key of a request with that body; undefined when none was sent. */
  read(request: Request, body: Uint8Array<ArrayBuffer>): Promise<IdempotencyKey | undefined | Refusal>
}

export function createIdempotencyKeys(pepper: string): IdempotencyKeys {
  // The pepper prevents finding a PIN by comparing all of them with the digests.
  const secret = crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(pepper),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )

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
