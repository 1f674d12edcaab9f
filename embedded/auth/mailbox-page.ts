import { escapeHtml } from './escape-html.ts'
import type { Mail, Mailbox } from './mailbox.ts'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #233; background: #f4fbff }
  ul { list-style: none; padding: 0 }
  li { background: #fff; border: 1px solid #cde; border-radius: 1rem; padding: 1rem 1.25rem; margin: 1rem 0 }
  h2 { font-size: 1.1rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere }
  form { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin: 1.25rem 0 }
  label { display: flex; align-items: center; gap: .75rem; font-weight: 600 }
  input, button { font: inherit; min-height: 3rem; padding: 0 1rem; border: 1px solid #89a; border-radius: 1rem; box-sizing: border-box }
  input { width: 9.5rem; background: #fff; color: inherit; letter-spacing: .1em }
  button { background: #5b3fd6; border-color: #5b3fd6; color: #fff; font-weight: 600 }
`

export type MailboxPage = {
  fetch(request: Request): Promise<Response>
  /** What opens the page in one more browser, as eight digits in two groups. */
  code(): string
}

type Opening = {
  /** Hears the next code once one was used. */
  onOpened: (nextCode: string) => void
  /** Milliseconds since the epoch. */
  now?: () => number
}

const mostBrowsers = 20
const wrongCodesAMinute = 5
const cookieName = 'bq_mailbox'

/**
 * The page at /mailbox, and each mail at /mailbox/ID. Their links sign people in, so the gateway shows it on this machine alone, and it opens by a code that only the
 * terminal of the server shows: a child at this machine has the browser, but not that.
 */
export function createMailboxPage(mailbox: Mailbox, { onOpened, now = Date.now }: Opening): MailboxPage {
  const browsers = new Set<string>()
  let code = newCode()
  let wrong: number[] = []

  /** A cookie for a browser that knows the code; why not, otherwise. */
  function enter(sent: string): { cookie: string } | { status: 403 | 429; why: string } {
    wrong = wrong.filter((at) => at > now() - 60_000)
    if (wrong.length >= wrongCodesAMinute) return { status: 429, why: 'That was wrong too often. Please wait a minute.' }
    if (sent.replaceAll(/\D/g, '') !== code.replaceAll(' ', '')) {
      wrong.push(now())
      return { status: 403, why: 'That is not the code. Each one is good once; the terminal shows the one that is good now.' }
    }
    const token = crypto.randomUUID()
    if (browsers.size >= mostBrowsers) browsers.delete(browsers.values().next().value ?? '')
    browsers.add(token)
    code = newCode()
    onOpened(code)
    return { cookie: `${cookieName}=${token}; Path=/mailbox; HttpOnly; SameSite=Strict` }
  }

  async function post(request: Request): Promise<Response> {
    if (Number(request.headers.get('content-length') ?? Infinity) > 1000) return new Response('This is too much at once.\n', { status: 413 })
    const entered = enter(new URLSearchParams(await request.text()).get('code') ?? '')
    if ('why' in entered) return shown(entered.status, form(entered.why))
    return new Response(null, { status: 303, headers: { location: '/mailbox', 'set-cookie': entered.cookie, 'cache-control': 'no-store' } })
  }

  async function read(path: string): Promise<Response> {
    if (path === '/mailbox') return shown(200, list(await mailbox.list()))
    const html = await mailbox.read(path.slice('/mailbox/'.length))
    return html === undefined ? shown(404, '<p>There is no such mail any more. <a href="/mailbox">Back to the mailbox</a></p>') : asSent(html)
  }

  return {
    code: () => code,
    async fetch(request) {
      if (request.method === 'POST') return post(request)
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('This page can only be read.', { status: 405, headers: { allow: 'GET, HEAD, POST' } })
      }
      const token = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
      const response = browsers.has(token) ? await read(new URL(request.url).pathname) : shown(200, form())
      return request.method === 'HEAD' ? new Response(null, response) : response
    },
  }
}

function newCode(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1))
  const digits = String(number % 100_000_000).padStart(8, '0')
  return `${digits.slice(0, 4)} ${digits.slice(4)}`
}

function shown(status: number, content: string): Response {
  const nonce = crypto.randomUUID()
  return new Response(page(content, nonce), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      // Without any, a browser would not say that the form is of this page.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A mail as a mail program shows it: its styles stand in it, and it loads nothing. */
function asSent(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
}

function page(content: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mailbox</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<h1>Mailbox</h1>
${content}
</body>
</html>
`
}

function list(mails: readonly Mail[]): string {
  const items = mails.length === 0 ? '<p>No mail yet.</p>' : `<ul>${mails.map(item).join('')}</ul>`
  return `<p>Bubblequest has no mail server here. What it would have sent stands below, newest first.</p>\n${items}`
}

const form = (why = '') => `<p>The links in these mails sign people in. Where Bubblequest was started, the terminal shows a code for this page.</p>
<form method="post" action="/mailbox">
<label>Code <input name="code" inputmode="numeric" autocomplete="off" required autofocus></label>
<button>Open</button>
</form>
<p role="alert">${escapeHtml(why)}</p>`

function item(mail: Mail): string {
  return `<li>
<h2><a href="/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a></h2>
<p>To ${escapeHtml(mail.to)}, <time datetime="${mail.sentAt.toISOString()}">${mail.sentAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p>
</li>`
}
