import type { Sentences } from '#domain/contract/errors.ts'
import type * as en from './en.ts'

/** A whole catalogue in another language: what is missing, or takes other names and numbers, does not compile. */
export type Translation = typeof en & { contract: Sentences }
