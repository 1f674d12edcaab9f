import type { ErrorCode } from '#domain/contract/errors.ts'
import type * as en from './en.ts'

/** A whole catalogue in another language: what is missing, or takes other names and numbers, does not compile. */
export type Translation = typeof en & { contract: Contract }

/** What server and schemas say in English: each code in general, and sentences of their own, with # for a number. */
export type Contract = { codes: Record<ErrorCode, string>; sentences: Record<string, string> }
