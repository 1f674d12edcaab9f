import { Buffer } from 'node:buffer'
import { idempotencyKeyHeader } from '../../domain/contract/routes.ts'
import type { Digest } from './digest.ts'
import { Refusal } from './refusal.ts'

/** The client's name for one change, and the digest of its request. */
export type IdempotencyKey = { key: string; fingerprint: string }

export type IdempotencyKeys = {
  /** Reads the key of a request with that body; undefined when none was sent. */
  read(request: Request, body: Uint8Array<ArrayBuffer>): Promise<IdempotencyKey | undefined | Refusal>
}

export function createIdempotencyKeys(digest: Digest): IdempotencyKeys {
  return {
    async read(request, body) {
      const key = request.headers.get(idempotencyKeyHeader)
      if (key === null) return undefined
      if (!/^[!-~]{1,255}$/.test(key)) return new Refusal('malformed_idempotency_key')
      const head = new TextEncoder().encode(`${request.method} ${new URL(request.url).pathname}\n`)
      return { key, fingerprint: await digest(new Uint8Array(Buffer.concat([head, body]))) }
    },
  }
}
