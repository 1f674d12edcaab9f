import assert from 'node:assert/strict'
import { createMailboxPage } from './mailbox-page.ts'
import type { MailboxPage } from './mailbox-page.ts'
import { signedUp, story } from '../../testing/auth-service.ts'
import type { TestAuth } from '../../testing/auth-service.ts'

/** Sends the form of the page. */
const open = (page: MailboxPage, code: string) =>
  page.fetch(
    new Request('http://localhost/mailbox', { method: 'POST', body: new URLSearchParams({ code }).toString() }),
  )

const keep = ({ auth, sql }: TestAuth, userId: string, to: string, subject: string, html: string) =>
  auth.mailbox.keep(sql, { userId, sentAt: new Date(), to, subject, html })

story('The mailbox keeps the newest hundred and forgets who is deleted', async (server) => {
  const { email, user } = await signedUp(server)
  for (let sent = 0; sent < 103; sent++) await keep(server, user.id, email, String(sent), `<p>${sent}`)
  const kept = await server.auth.mailbox.list()
  assert.deepEqual([kept.length, kept[0]?.subject, kept[99]?.subject], [100, '102', '3'])
  assert.equal(await server.auth.mailbox.read(kept[99]?.id ?? ''), '<p>3')
  await server.sql`delete from auth.users where id = ${user.id}`
  assert.deepEqual(await server.auth.mailbox.list(), [])
})

story(
  'The mailbox page lists mails and shows each as it was sent, for a browser that knows the code',
  async (server) => {
    const page = createMailboxPage(server.auth.mailbox, () => {})
    const known = (await open(page, page.code())).headers.get('set-cookie')?.split(';')[0] ?? ''
    const read = (path = '', cookie = known) =>
      page.fetch(new Request(`http://localhost/mailbox${path}`, { headers: { cookie } }))
    assert.match(await (await read()).text(), /No mail yet/)
    const { user } = await signedUp(server)
    const html = '<p>The very mail</p>'
    await keep(server, user.id, '<script>alert(1)</script>', '<script>Choose</script>', html)
    const list = await (await read()).text()
    assert.doesNotMatch(list, /<script/)
    assert.match(list, /&lt;script&gt;alert\(1\)/)
    const [, path = ''] = /<a href="\/mailbox(\/\d+)">&lt;script&gt;Choose&lt;\/script&gt;<\/a>/.exec(list) ?? []
    const mail = await read(path)
    assert.equal(await mail.text(), html)
    assert.partialDeepStrictEqual(Object.fromEntries(mail.headers), {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    for (const unknown of ['/x', `${path}0`]) assert.equal((await read(unknown)).status, 404, unknown)
    for (const cookie of ['bq_mailbox=', `other=1; bq_mailbox=${crypto.randomUUID()}`]) {
      for (const closedPath of ['', path]) {
        const closed = await (await read(closedPath, cookie)).text()
        assert.deepEqual([/Choose|The very mail/.test(closed), closed.includes('name="code"')], [false, true], cookie)
      }
    }
  },
)

story('A code opens the mailbox once, the server says the next one, and wrong ones are limited', async (server) => {
  let time = 5 * 3_600_000
  const said: string[] = []
  const page = createMailboxPage(
    server.auth.mailbox,
    (nextCode) => said.push(nextCode),
    () => time,
  )
  const first = page.code()
  assert.match(first, /^\d{4} \d{4}$/)
  const opened = await open(page, ` ${first.replace(' ', '')} `)
  assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/mailbox'])
  const cookie = /^bq_mailbox=[\w-]{36}; Path=\/mailbox; HttpOnly; SameSite=Strict$/
  assert.match(opened.headers.get('set-cookie') ?? '', cookie)
  assert.deepEqual(said, [page.code()])
  assert.notEqual(page.code(), first)
  const typeWrongCodes = async () => {
    // The code that was used, and what is none.
    for (const wrong of [first, '', '12345678', 'x'.repeat(100), `${page.code()}0`]) {
      const answer = await open(page, wrong)
      assert.deepEqual([answer.status, answer.headers.get('set-cookie')], [403, null], wrong)
    }
    assert.equal((await open(page, page.code())).status, 429)
  }
  await typeWrongCodes()
  time += 60_001
  await typeWrongCodes()
  // The clock is put back.
  time -= 5 * 3_600_000
  assert.equal((await open(page, page.code())).status, 303)
  assert.equal((await open(page, 'x'.repeat(2000))).status, 413)
})
