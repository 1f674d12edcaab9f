import { readFileSync } from 'node:fs'
import { expect, test } from './family.ts'

test('an Auth service finds the templates of our mails as files of the app, and no device keeps them', async ({ request }) => {
  for (const name of ['confirmation.html', 'recovery.html', 'invite.html']) {
    const answer = await request.get(`/mails/${name}`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe(readFileSync(`supabase/templates/${name}`, 'utf8'))
  }
  const worker = await (await request.get('/service-worker.js')).text()
  expect(worker).toContain('/assets/')
  expect(worker).not.toContain('/mails/')
})
