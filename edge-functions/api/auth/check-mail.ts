import type * as z from 'zod/mini'
import type { CheckMail } from '../../../domain/contract/auth.ts'
import type { CallReply } from '../call.ts'

const wait: z.infer<typeof CheckMail> = { checkMail: true, message: 'Please look into your inbox and follow the link in our mail.' }

/** Replies that a mail was sent, whether or not the address has an account. */
export const checkMail: CallReply = { status: 202, json: JSON.stringify(wait) }
