import { readFileSync } from 'node:fs'
import { expect, newCredentials, test } from '../family.ts'
import { expectAccessibleAndFits, expectToFit } from '../accessibility.ts'
import { mailsTo, readStoryMailbox } from '../mailbox.ts'

const greetings = { en: 'Hello,', de: 'Hallo,', es: 'Hola:' }

test('an Auth service finds the templates of our mails as files of the app', async ({ request }) => {
  for (const name of ['confirmation.html', 'recovery.html', 'invite.html']) {
    const answer = await request.get(`/mails/${name}`)
    expect(answer.headers()['content-type']).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe(readFileSync(`supabase/templates/${name}`, 'utf8'))
  }
})

test('a mail is read in each language, on a phone and on a desk, by day and by night', async ({ page, context }) => {
  for (const [language, greeting] of Object.entries(greetings)) {
    const anna = newCredentials()
    await context.request.post('/api/auth/signup', { data: { ...anna, language } })
    expect((await context.request.post('/api/auth/recover', { data: { email: anna.email } })).status()).toBe(202)
    const [mail] = await mailsTo(await readStoryMailbox(), anna.email)
    await page.setContent(mail?.html ?? '')
    await expect(page.getByText(greeting)).toBeVisible()
    await expect(page.getByText(anna.email)).toBeVisible()
    await expect(page.getByRole('link')).toHaveAttribute('href', mail?.link ?? '')
    for (const width of [320, 600]) {
      await page.setViewportSize({ width, height: 700 })
      // A mail stands inside of the page of a mail program, which has the landmarks.
      if (language === 'en') await expectAccessibleAndFits(page, { besides: ['landmark-one-main', 'region'] })
      else await expectToFit(page)
      expect((await page.getByRole('link').boundingBox())?.height).toBeGreaterThanOrEqual(48)
    }
  }
})
