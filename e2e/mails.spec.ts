import { readFileSync } from 'node:fs'
import { expect, newCredentials, test } from './family.ts'
import { expectAccessibleAndFits } from './accessibility.ts'
import { mailsTo, readStoryMailbox } from './mailbox.ts'

test('an Auth service finds the templates of our mails as files of the app, and no device keeps them', async ({
  request,
}) => {
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

for (const [language, greeting, subject] of [
  ['en', 'Hello,', 'Choose a new password for Bubblequest'],
  ['de', 'Hallo,', 'Wähl ein neues Passwort für Bubblequest'],
  ['es', 'Hola:', 'Elige una contraseña nueva para Bubblequest'],
] as const) {
  test(`a mail is read on a phone and on a desk, by day and by night, in ${language}`, async ({ page, context }) => {
    const anna = newCredentials()
    const signedUp = await context.request.post('/api/auth/signup', {
      data: { ...anna, language, timeZone: 'Europe/Berlin' },
    })
    expect(signedUp.status()).toBe(201)
    expect((await context.request.post('/api/auth/recover', { data: { email: anna.email } })).status()).toBe(202)
    const mails = await mailsTo(await readStoryMailbox(), anna.email)
    expect(mails.map((mail) => mail.subject)).toEqual([subject])
    await page.setContent(mails[0]?.html ?? '')
    await expect(page.getByText(greeting)).toBeVisible()
    await expect(page.getByText(anna.email)).toBeVisible()
    await expect(page.getByRole('link')).toHaveCount(1)
    await expect(page.getByRole('link')).toHaveAttribute('href', mails[0]?.link ?? '')
    await expect(page.getByText(mails[0]?.link ?? '')).toBeVisible()
    for (const width of [320, 600]) {
      await page.setViewportSize({ width, height: 700 })
      // A mail stands inside of the page of a mail program, which has the landmarks.
      await expectAccessibleAndFits(page, { besides: ['landmark-one-main', 'region'] })
      expect((await page.getByRole('link').boundingBox())?.height).toBeGreaterThanOrEqual(48)
    }
  })
}
