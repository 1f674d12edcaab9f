import { readBytes } from '../body.ts'
import type { MailSummary, Mailbox } from './mailbox.ts'
import { escapeHtml } from './mail-template.ts'

export type MailboxPage = {
  fetch(request: Request): Promise<Response>
  /** Opens the page in one more browser: eight digits in two groups. */
  code(): string
}

const wrongCodesAMinute = 5
const cookieName = 'bq_mailbox'

/**
 * The page at /mailbox, and each mail at /mailbox/ID. Their links sign people in, so the gateway shows it on this
 * machine alone, and it opens by a code that only the terminal of the server shows: a child at this machine has the
 * browser, but not that. `onOpened` takes the next one once one was used.
 */
export function createMailboxPage(mailbox: Mailbox, onOpened: (nextCode: string) => void, now = Date.now): MailboxPage {
  const browsers = new Set<string>()
  let code = newCode()
  let wrong: number[] = []

  async function enter(request: Request): Promise<Response> {
    const bytes = await readBytes(request, 1000)
    if (bytes === undefined) return new Response('This is too much at once.\n', { status: 413 })
    const sent = new URLSearchParams(new TextDecoder().decode(bytes)).get('code') ?? ''
    wrong = wrong.filter((at) => Math.abs(now() - at) < 60_000)
    if (wrong.length >= wrongCodesAMinute) return page(429, form('That was wrong too often. Please wait a minute.'))
    if (sent.replaceAll(/\D/g, '') !== code.replaceAll(' ', '')) {
      wrong.push(now())
      return page(
        403,
        form('That is not the code. Each one is good once; the terminal shows the one that is good now.'),
      )
    }
    const token = crypto.randomUUID()
    browsers.add(token)
    code = newCode()
    onOpened(code)
    const cookie = `${cookieName}=${token}; Path=/mailbox; HttpOnly; SameSite=Strict`
    return new Response(null, {
      status: 303,
      headers: { location: '/mailbox', 'set-cookie': cookie, 'cache-control': 'no-store' },
    })
  }

  async function read(path: string): Promise<Response> {
    if (path === '/mailbox') return page(200, list(await mailbox.list()))
    const html = await mailbox.read(path.slice('/mailbox/'.length))
    if (html === undefined)
      return page(404, '<p>There is no such mail any more. <a href="/mailbox">Back to the mailbox</a></p>')
    // As a mail program shows it: its styles stand in it, and it loads nothing.
    return answer(200, html, "style-src 'unsafe-inline'; form-action 'none'", 'no-referrer')
  }

  return {
    code: () => code,
    async fetch(request) {
      if (request.method === 'POST') return enter(request)
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return new Response('This page can only be read.\n', { status: 405 })
      const token = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
      return browsers.has(token) ? read(new URL(request.url).pathname) : page(200, form())
    },
  }
}

function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  const digits = String(number % 100_000_000).padStart(8, '0')
  return `${digits.slice(0, 4)} ${digits.slice(4)}`
}

function answer(status: number, html: string, policy: string, referrer: string): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; ${policy}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': referrer,
  }
  return new Response(html, { status, headers })
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #233; background: #f4fbff }
  ul { list-style: none; padding: 0 }
  li { background: #fff; border: 1px solid #cde; border-radius: 1rem; padding: 1rem 1.25rem; margin: 1rem 0 }
  h2 { font-size: 1.1rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere }
  form { margin: 1rem 0 }
  form, label { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; font-weight: 600 }
  input, button { font: inherit; min-height: 3rem; padding: 0 1rem; border: 1px solid #89a; border-radius: 1rem }
  input { width: 9.5rem; background: #fff; color: inherit }
  button { background: #5b3fd6; color: #fff }
`

function page(status: number, content: string): Response {
  const nonce = crypto.randomUUID()
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<style nonce="${nonce}">${style}</style>
<h1>Mailbox</h1>
${content}
</html>
`
  // Without a referrer a browser would not say that the form is of this page.
  return answer(status, html, `style-src 'nonce-${nonce}'; form-action 'self'`, 'same-origin')
}

function list(mails: readonly MailSummary[]): string {
  const items = mails.length === 0 ? '<p>No mail yet.</p>' : `<ul>${mails.map(item).join('')}</ul>`
  return `<p>Bubblequest has no mail server here. What it would have sent stands below, newest first.</p>\n${items}`
}

const form = (
  why = '',
) => `<p>The links in these mails sign people in. Where Bubblequest was started, the terminal shows a code for this page.</p>
<form method="post" action="/mailbox">
<label>Code <input name="code" inputmode="numeric" autocomplete="off" required autofocus></label>
<button>Open</button>
</form>${why === '' ? '' : `\n<p role="alert">${escapeHtml(why)}</p>`}`

const item = (mail: MailSummary) => `<li>
<h2><a href="/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a></h2>
<p>To ${escapeHtml(mail.to)}, <time>${mail.sentAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p>
</li>`
