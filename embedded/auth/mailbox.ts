import type postgres from 'postgres'
import { z } from 'zod'
import type { Sql } from './context.ts'

const Mail = z.object({
  id: z.string(),
  sentAt: z.date(),
  to: z.string(),
  subject: z.string(),
})
export type Mail = z.infer<typeof Mail>

/** The mails a mail server would have sent. */
export type Mailbox = {
  /** Newest first. */
  list(): Promise<Mail[]>
  /** The body of a mail; undefined when there is none of that id. */
  read(id: string): Promise<string | undefined>
  keep(sql: Sql, mail: Omit<Mail, 'id'> & { userId: string; html: string }): Promise<void>
}

const mostMails = 100

export function createMailbox(sql: postgres.Sql): Mailbox {
  return {
    async list() {
      return z.array(Mail).parse(
        await sql`
        select id, sent_at as "sentAt", recipient as "to", subject from auth.mails order by id desc`,
      )
    },
    async read(id) {
      const [mail] = await sql<{ html: string }[]>`select html from auth.mails where id::text = ${id}`
      return mail?.html
    },
    async keep(tx, mail) {
      await tx`
        with kept as (
          insert into auth.mails (user_id, sent_at, recipient, subject, html)
          values (${mail.userId}, ${mail.sentAt}, ${mail.to}, ${mail.subject}, ${mail.html})
          returning id
        )
        delete from auth.mails where id <= (select id from kept) - ${mostMails}`
    },
  }
}
