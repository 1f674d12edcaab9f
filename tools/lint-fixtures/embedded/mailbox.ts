import type { Mail } from '#embedded/mail.ts' // violates import(no-cycle)

export type Mailbox = Mail[]
