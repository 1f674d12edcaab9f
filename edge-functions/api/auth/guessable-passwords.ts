import { Buffer } from 'node:buffer'
import { isBlank } from '../../../domain/contract/text.ts'
import { Refusal } from '../refusal.ts'
import { commonPasswordDigests } from './common-passwords.ts'

/** Refuses a new password that is among the first guesses at the account of `email`. */
export async function refuseGuessable(password: string, email: string): Promise<Refusal | undefined> {
  if (isBlank(password)) return new Refusal('blank_password')
  const guess = password.trim().toLowerCase()
  const address = email.trim().toLowerCase()
  if (guess === address || guess === address.slice(0, address.lastIndexOf('@'))) return new Refusal('password_is_email')
  return (await isCommon(guess)) ? new Refusal('common_password') : undefined
}

let digests: ReadonlySet<number> | undefined

/** Takes two of a million passwords that are not on the list for one that is. */
async function isCommon(password: string): Promise<boolean> {
  digests ??= readDigests()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
  return digests.has(new DataView(digest).getUint32(0))
}

function readDigests(): ReadonlySet<number> {
  const bytes = Buffer.from(commonPasswordDigests, 'base64')
  return new Set(Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4)))
}
