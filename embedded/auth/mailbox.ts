import type postgres from 'postgres'
import type { Sql } from '../postgres/connect.ts'

export type MailSummary = { id: string; sentAt: Date; to: string; subject: string }

/** The mails a mail server would have sent. */
export type Mailbox = {
  /** Newest first. */
  list(): Promise<MailSummary[]>
  /** The body of a mail; undefined when there is none of that id. */
  read(id: string): Promise<string | undefined>
  keep(sql: Sql, mail: Omit<MailSummary, 'id'> & { userId: string; html: string }): Promise<void>
}

const mostMails = 100

export function createMailbox(sql: postgres.Sql): Mailbox {
  return {
    list: async () => [
      ...(await sql<
        MailSummary[]
      >`select id, sent_at as "sentAt", recipient as "to", subject from auth.mails order by id desc`),
    ],
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
