import { createPrivateKey, X509Certificate } from 'node:crypto'
import { Problem, wordsOf } from './problem.ts'

export type Certificate = {
  /** With all that its file has behind it, as the authority that signed it. */
  cert: string
  key: string
  /** The names and IPv4 addresses it is good for, without those of this machine alone and without patterns. */
  names: readonly string[]
  validUntil: Date
}

/** Reads a certificate and its key, both PEM, or throws a Problem with a sentence for what is wrong with them. */
export async function readCertificate(certFile: string, keyFile: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([read('certificate', certFile), read('key', keyFile)])
  const parsed = attempt(
    () => new X509Certificate(cert),
    `There is no certificate in ${certFile}. It has to be in PEM form, beginning with "-----BEGIN CERTIFICATE-----".`,
  )
  const parsedKey = attempt(
    () => createPrivateKey(key),
    `There is no private key in ${keyFile} that can be used. It has to be in PEM form and without a passphrase.`,
  )
  if (!parsed.checkPrivateKey(parsedKey))
    throw new Problem(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`)
  return { cert, key, names: namesOf(parsed.subjectAltName ?? ''), validUntil: new Date(parsed.validTo) }
}

async function read(what: string, file: string): Promise<string> {
  try {
    return await Deno.readTextFile(file)
  } catch (error) {
    const why =
      error instanceof Deno.errors.NotFound
        ? 'there is no such file'
        : error instanceof Deno.errors.PermissionDenied
          ? 'this user may not read it'
          : error instanceof Deno.errors.IsADirectory
            ? 'it is a folder'
            : wordsOf(error)
    throw new Problem(`The ${what} ${file} cannot be read: ${why}.`)
  }
}

function attempt<Parsed>(parse: () => Parsed, sentence: string): Parsed {
  try {
    return parse()
  } catch {
    throw new Problem(sentence)
  }
}

function namesOf(subjectAltName: string): string[] {
  const names = [...subjectAltName.matchAll(/(?:DNS:|IP Address:)([^,]+)/g)].map(([, name = '']) => name)
  return names.filter((name) => !name.startsWith('*.') && !name.includes(':') && !/^(localhost|127\..*)$/.test(name))
}
