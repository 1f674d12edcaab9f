import { request, type APIRequestContext } from '@playwright/test'
import { storyMailboxCode, storyPort } from './story-server.ts'
import { expect } from './family.ts'

/** `link` is the address of ours that the mail leads to. */
export type Mail = { subject: string; html: string; link: string }

/** The mails to that address, newest first, as a browser reads them that the mailbox is open to. */
export async function mailsTo(reader: APIRequestContext, email: string): Promise<Mail[]> {
  const entries = (await (await reader.get('/mailbox')).text())
    .split('<li>')
    .filter((entry) => entry.includes(`>To ${email},`))
  return Promise.all(
    entries.map(async (entry) => {
      const [, path = '', subject = ''] = /href="(\/mailbox\/\d+)">(.*?)<\/a>/.exec(entry) ?? []
      const html = await (await reader.get(path)).text()
      return { subject, html, link: /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '' }
    }),
  )
}

let opened: Promise<APIRequestContext> | undefined

/**
 * A browser of its own that the mailbox of the stories' server is open to, so that the cookie of the mailbox is in none
 * of a story.
 */
export function readStoryMailbox(): Promise<APIRequestContext> {
  opened ??= openMailbox(`http://127.0.0.1:${storyPort}`, storyMailboxCode)
  return opened
}

/** Opens the mailbox of a server by the code that its terminal shows. */
export async function openMailbox(baseURL: string, code: () => string): Promise<APIRequestContext> {
  const browser = await request.newContext({ baseURL })
  // Another story may have used the code a moment before.
  await expect(async () => {
    const answer = await browser.post('/mailbox', { form: { code: code() } })
    expect(answer.ok()).toBe(true)
  }).toPass()
  return browser
}
