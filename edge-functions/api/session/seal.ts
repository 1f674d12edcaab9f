import { Buffer } from 'node:buffer'

/**
 * Encrypts cookies, so that only this installation can read them. `what` must be the same for both calls: one cookie
 * cannot replace another.
 */
export type Seal = {
  close(what: string, text: string): Promise<string>
  /** Returns undefined for anything that this installation has not sealed. */
  open(what: string, sealed: string): Promise<string | undefined>
}

const ivBytes = 12

// A device sends the same cookie with each call; decrypting it takes ten times as long as finding it here.
const mostRemembered = 5000

/**
 * Seals by AES-256-GCM with a key derived from the installation's pepper. Uses Web Crypto: `createDecipheriv` of Deno
 * 2.1's `node:crypto` decrypts a modified text without an error.
 */
export function createSeal(pepper: string): Seal {
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const key = importKey()
  const opened = new Map<string, string>()

  async function importKey() {
    const secret = await crypto.subtle.importKey('raw', bytesOf(pepper), 'HKDF', false, ['deriveKey'])
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytesOf('cookies') }
    return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  }

  return {
    async close(what, text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const closed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv, additionalData: bytesOf(what) },
        await key,
        bytesOf(text),
      )
      return Buffer.concat([iv, new Uint8Array(closed)]).toString('base64url')
    },
    async open(what, sealed) {
      const known = opened.get(`${what} ${sealed}`)
      if (known !== undefined) return known
      try {
        // Deno 2.1 throws for a character that base64url does not have.
        const bytes = Buffer.from(sealed, 'base64url')
        const decrypted = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes), additionalData: bytesOf(what) },
          await key,
          bytes.subarray(ivBytes),
        )
        const text = new TextDecoder().decode(decrypted)
        for (const oldest of opened.keys()) {
          if (opened.size < mostRemembered) break
          opened.delete(oldest)
        }
        opened.set(`${what} ${sealed}`, text)
        return text
      } catch {
        return undefined
      }
    },
  }
}
