import { request, type APIRequestContext } from '@playwright/test'
import { storyMailboxCode } from '../tools/story-server.mjs'
import { expect } from './family.ts'

let opened: Promise<APIRequestContext> | undefined

/** The page of the mailbox as a browser of its own reads it, so that the cookie of the mailbox is in none of a story. */
export async function readMailbox(baseURL: string): Promise<string> {
  opened ??= openMailbox(baseURL)
  return (await (await opened).get('/mailbox')).text()
}

export type MailRead = { subject: string; html: string; link: string }

/** The mails to that address, newest first; `link` leads from the mail to a page of ours. */
export async function readMails(baseURL: string, email: string): Promise<MailRead[]> {
  const entries = (await readMailbox(baseURL)).split('<li>').filter((entry) => entry.includes(`>To ${email},`))
  const browser = await opened
  return Promise.all(
    entries.map(async (entry) => {
      const [, path = '', subject = ''] = /href="(\/mailbox\/\d+)">(.*?)<\/a>/.exec(entry) ?? []
      const html = (await (await browser?.get(path))?.text()) ?? ''
      return { subject, html, link: /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '' }
    }),
  )
}

async function openMailbox(baseURL: string): Promise<APIRequestContext> {
  const browser = await request.newContext({ baseURL })
  // Another story may have used the code a moment before.
  await expect(async () => {
    const answer = await browser.post('/mailbox', { form: { code: storyMailboxCode() } })
    expect(answer.ok()).toBe(true)
  }).toPass()
  return browser
}
