import type postgres from 'postgres'
import { z } from 'zod'
import type { Sql } from './context.ts'

const MailKind = z.enum(['signup', 'recovery', 'invite'])
export type MailKind = z.infer<typeof MailKind>

const Mail = z.object({
  id: z.string(),
  sentAt: z.date(),
  to: z.string(),
  kind: MailKind,
  link: z.string(),
})
export type Mail = z.infer<typeof Mail>

/** The mails a mail server would have sent. */
export type Mailbox = {
  /** Newest first. */
  list(): Promise<Mail[]>
  keep(sql: Sql, mail: Omit<Mail, 'id'> & { userId: string }): Promise<void>
}

const mostMails = 100

export function createMailbox(sql: postgres.Sql): Mailbox {
  return {
    async list() {
      return z.array(Mail).parse(
        await sql`
        select id, sent_at as "sentAt", recipient as "to", kind, link from auth.mails order by id desc`,
      )
    },
    async keep(tx, mail) {
      await tx`
        with kept as (
          insert into auth.mails (user_id, sent_at, recipient, kind, link)
          values (${mail.userId}, ${mail.sentAt}, ${mail.to}, ${mail.kind}, ${mail.link})
          returning id
        )
        delete from auth.mails where id <= (select id from kept) - ${mostMails}`
    },
  }
}
