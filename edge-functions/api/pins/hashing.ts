import { Buffer } from 'node:buffer'

/** 19 MiB with 2 passes in 1 lane is OWASP's smallest set, about 40 ms. */
export const pinMemoryKib = 19_456

/** Argon2id of a PIN, as 64 hex digits. `salt` is 32 hex digits; the pepper is not in the database. */
export async function hashPin(pin: string, salt: string, pepper: string, memoryKib: number): Promise<string> {
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
