import { Buffer } from 'node:buffer'

/** Keeps what a browser holds from everybody but this installation. `what` has to be the same when it is opened: one cookie is not good as another. */
export type Seal = {
  close(what: string, text: string): Promise<string>
  /** Undefined for what this installation has not closed. */
  open(what: string, sealed: string): Promise<string | undefined>
}

const ivBytes = 12

// A device sends the same cookie with each call; opening it takes ten times as long as finding it here.
const mostRemembered = 5000

/**
 * AES-256-GCM with a key made of the installation's pepper. Of the runtime's own: `createDecipheriv` of Deno 2.1's `node:crypto`
 * opens what was changed on the way, without an error.
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
      const closed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(what) }, await key, bytesOf(text))
      return Buffer.concat([iv, new Uint8Array(closed)]).toString('base64url')
    },
    async open(what, sealed) {
      const known = opened.get(`${what} ${sealed}`)
      if (known !== undefined) return known
      try {
        // Deno 2.1 throws where there is a character that stands in no such text.
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
