import type { Mailbox } from './mailbox.ts' // violates import(no-cycle)

export type Mail = { to: string; in: Mailbox }
