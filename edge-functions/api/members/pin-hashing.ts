import { Buffer } from 'node:buffer'
import { Refusal } from '../refusal.ts'

/** 19 MiB with 2 passes in 1 lane is OWASP's smallest recommendation, about 40 ms. */
export const pinMemoryKib = 19_456

/** More would wait longer than two seconds, and a child would tap again. */
const maxHashSlots = 24

/** Returns the Argon2id hash of a PIN, as 64 hex digits. `salt` has 32 hex digits. */
export type HashPin = (pin: string, salt: string) => Promise<string>

export type PinHashes = {
  /**
   * Runs `work`, which may hash when its turn comes; returns a Refusal without running it when too many wait already.
   */
  withHashSlot<Answer>(work: (hash: HashPin) => Promise<Answer>): Promise<Answer | Refusal>
}

/**
 * Hashes one PIN after the other: each needs memory outside the heap, and twelve at once exceed the limit of
 * an edge function. The pepper is not in the database.
 */
export function createPinHashes(pepper: string, memoryKib: number): PinHashes {
  let usedSlots = 0
  let previous: Promise<unknown> = Promise.resolve()
  const hash: HashPin = (pin, salt) => {
    const hashed = previous.then(() => hashPin(pin, salt, pepper, memoryKib))
    previous = hashed.catch(() => {})
    return hashed
  }
  return {
    async withHashSlot(work) {
      if (usedSlots === maxHashSlots) return new Refusal('unavailable', undefined, { 'retry-after': '2' })
      usedSlots++
      try {
        return await work(hash)
      } finally {
        usedSlots--
      }
    },
  }
}

async function hashPin(pin: string, salt: string, pepper: string, memoryKib: number): Promise<string> {
  // Loaded by the first PIN: most requests never need it.
  const { argon2id } = await import('hash-wasm')
  return argon2id({
    password: pin,
    salt: Buffer.from(salt, 'hex'),
    secret: pepper,
    memorySize: memoryKib,
    iterations: 2,
    parallelism: 1,
    hashLength: 32,
    outputType: 'hex',
  })
}

export const newSalt = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex')
