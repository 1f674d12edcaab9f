import type { Mail, Mailbox, MailKind } from './mailbox.ts'

const subjects: Record<MailKind, string> = {
  signup: 'Confirm your e-mail address',
  recovery: 'Choose a new password',
  email_change: 'Confirm your new e-mail address',
  reauthentication: 'Your code to change the password',
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #233; background: #f4fbff }
  ul { list-style: none; padding: 0 }
  li { background: #fff; border: 1px solid #cde; border-radius: 1rem; padding: 1rem 1.25rem; margin: 1rem 0 }
  h2 { font-size: 1.1rem; margin: 0 }
  p { margin: .25rem 0; overflow-wrap: anywhere }
  .code { font-size: 1.5rem; letter-spacing: .2em }
`

/** The page at /mailbox. Its links sign people in: the gateway shows it on this machine alone. */
export function createMailboxPage(mailbox: Mailbox): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('This page can only be read.', { status: 405, headers: { allow: 'GET, HEAD' } })
    }
    const nonce = crypto.randomUUID()
    const html = page(await mailbox.list(), nonce)
    return new Response(request.method === 'HEAD' ? null : html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    })
  }
}

function page(mails: readonly Mail[], nonce: string): string {
  const list = mails.length === 0 ? '<p>No mail yet.</p>' : `<ul>${mails.map(item).join('')}</ul>`
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
<p>Bubblequest has no mail server here. What it would have sent stands below, newest first.</p>
${list}
</body>
</html>
`
}

function item(mail: Mail): string {
  const link = mail.link === '' ? '' : `<p><a rel="noreferrer" href="${escape(mail.link)}">${escape(subjects[mail.kind])}</a></p>`
  return `<li>
<h2>${escape(subjects[mail.kind])}</h2>
<p>To ${escape(mail.to)}, <time datetime="${mail.sentAt.toISOString()}">${mail.sentAt.toISOString().slice(0, 16).replace('T', ' ')} UTC</time></p>
<p class="code">${escape(mail.code)}</p>
${link}
</li>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
