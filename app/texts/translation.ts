import type { Sentences } from '#domain/contract/errors.ts'
import type * as en from './en.ts'

/** A catalogue in another language: a missing text, or one with other parameters, does not compile. */
export type Translation = typeof en & { contract: Sentences }
