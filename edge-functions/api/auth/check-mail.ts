import type * as z from 'zod/mini'
import type { CheckMail } from '../../../domain/contract/auth.ts'
import type { Reply } from '../call.ts'

const wait: z.infer<typeof CheckMail> = { checkMail: true, message: 'Please look into your inbox and follow the link in our mail.' }

/** Says that a mail is on its way, or would be if somebody had the address. */
export const checkMail: Reply = { status: 202, json: JSON.stringify(wait) }
