import { z } from 'zod'
import { exists, ignoreMissing, replaceFile } from './file-system.ts'
import { Problem } from './problem.ts'
import { newSigningKey } from './tokens.ts'

const Keys = z.object({
  publishableKey: z.string().startsWith('sb_publishable_'),
  secretKey: z.string().startsWith('sb_secret_'),
  jwtSecret: z.string().min(32),
  /** Private JWKs; the first one signs, the others are still accepted. */
  signingKeys: z.array(z.looseObject({ kty: z.literal('EC'), kid: z.string() })).min(1),
  /** Mixed into PIN hashes, so that a copied database alone gives no PIN away. */
  pinPepper: z.string().min(32),
  databasePassword: z.string().min(16),
})

/** The secrets of one installation. They never leave its data folder. */
export type Keys = z.infer<typeof Keys>

/**
 * Reads `keys.json` in the data folder. Makes it, readable by its owner alone, where there is no database yet, or when
 * new ones are wanted in place of lost ones: no session and no PIN of before holds under them.
 */
export async function loadKeys(folder: string, { replaceLost = false } = {}): Promise<Keys> {
  const file = `${folder}/keys.json`
  const text = await Deno.readTextFile(file).catch(ignoreMissing)
  if (text === undefined) {
    if (!replaceLost && (await exists(`${folder}/postgres`))) {
      throw new Problem(
        `The keys of this installation are missing: there is a database in ${folder}, and no keys.json beside it. Restore that file from a backup: tar xzf BACKUP.tar.gz keys.json. Only when there is none: npm start -- --new-keys makes new ones; then everybody has to sign in again, and every PIN has to be set again.`,
      )
    }
    return makeKeys(file)
  }
  try {
    return Keys.parse(JSON.parse(text))
  } catch {
    throw new Problem(
      `The keys in ${file} cannot be read. Restore that file from a backup; without it nobody can sign in.`,
    )
  }
}

async function makeKeys(file: string): Promise<Keys> {
  const keys: Keys = {
    publishableKey: `sb_publishable_${random(24)}`,
    secretKey: `sb_secret_${random(24)}`,
    jwtSecret: random(48),
    signingKeys: [Keys.shape.signingKeys.element.parse(await newSigningKey())],
    pinPepper: random(48),
    databasePassword: random(24),
  }
  // Written atomically: a partial key file would lock the family out.
  await replaceFile(file, `${JSON.stringify(keys, null, 2)}\n`)
  return keys
}

function random(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: 'base64url', omitPadding: true })
}
