import type { ErrorCode } from '#domain/contract/errors.ts'
import { section } from './language.ts'
import type { Contract } from './translation.ts'

const contract = section<Partial<Contract>>('contract', {})

/** A sentence of the contract in the language of this page; of one that is not known there, what its code means. */
export function inWords(sentence: string, code?: ErrorCode): string {
  const numbers = sentence.match(/\d+/g) ?? []
  const known = contract.sentences?.[sentence.replaceAll(/\d+/g, '#')]
  if (known === undefined) return (code && contract.codes?.[code]) ?? sentence
  return known.replaceAll('#', () => numbers.shift() ?? '')
}
