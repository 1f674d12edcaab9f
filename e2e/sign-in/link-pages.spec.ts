import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAndFits, expectToFit } from '../accessibility.ts'
import { expect, test } from '../family.ts'
import { failNext, intercept } from '../intercept.ts'
import { heading } from './mailed-links.ts'

test.use({ freshContext: true })

const owner = { state: 'open', firstName: 'Anna', lastName: 'Berg', email: 'anna@family.example', isNew: false }
const over = { status: 410, json: { code: 'link_over', message: 'This link no longer works.' } }
const opens = { signup: '/confirm#token_hash=abc&type=signup', recovery: '/new-password#token_hash=abc&type=recovery' }
const invitation = '/new-password#token_hash=abc&type=invite'

/** Each state of a link, by what the server says of it: the page for it, and its way on. */
const pages = {
  'new address': [opens.signup, { isNew: true }, 'Confirm your email address', "Yes, that's mine"],
  // As mail programs change addresses.
  'used, with a password': ['/#/token_hash=abc&type=signup', { state: 'used' }, 'Your address is confirmed', 'Sign in'],
  'used, without one': [
    '/confirm%23token_hash%3Dabc%26type%3Dsignup',
    { state: 'used', isNew: true },
    'Your address is confirmed',
    'Send me a new link',
  ],
  'older of two': [
    '/confirm?from=mail#token_hash=abc',
    { state: 'newer', isNew: true },
    'We sent you a newer mail',
    'Send me a mail',
  ],
  'changed on the way': [opens.signup, undefined, 'This link no longer works', 'Send me a new link'],
  'refused by Auth': ['/confirm#error_code=otp_expired', undefined, 'This link no longer works', 'Send me a new link'],
  'no link': ['/confirm', undefined, 'Confirm your email address', 'Send me a new link'],
  'forgotten password': [opens.recovery, {}, 'Choose a new password', 'Update password'],
  'used recovery': [opens.recovery, { state: 'used' }, 'This link was used already', 'Send me a new link'],
  'older recovery': [
    '/new-password%23token_hash=abc&type=recovery',
    { state: 'newer' },
    'We sent you a newer mail',
    'Send me a new link',
  ],
  'changed recovery': [opens.recovery, undefined, 'This link is too old', 'Send me a new link'],
  'no recovery': ['/new-password', undefined, 'Choose a new password', 'Send me a link'],
  'recovery of a new account': [opens.recovery, { isNew: true }, 'Confirm your email address', 'Create account'],
  invitation: [invitation, { isNew: true }, 'Welcome to Bubblequest', 'Create account'],
  'invitation to an account': [invitation, {}, 'Choose a password', 'Set password'],
  'older invitation': [invitation, { state: 'newer', isNew: true }, 'We sent you a newer mail', 'Sign in'],
  'changed invitation': [
    invitation,
    undefined,
    'This link is too old',
    'Please ask the person who invited you for a new invitation.',
  ],
} as const satisfies Record<string, readonly [string, object | undefined, string, string]>

/** Opens a link of which the server says that. */
async function openLink(page: Page, path: string, said: object | undefined): Promise<void> {
  await page.goto('about:blank')
  await page.unrouteAll()
  await intercept(page, '**/api/auth/mailed-link/read', (route) =>
    route.fulfill(said === undefined ? over : { json: { ...owner, ...said } }),
  )
  await page.goto(path)
  await expect(heading(page)).toBeVisible()
}

test('each state of a mailed link has a page that says so and leads on, with the focus where to begin', async ({
  page,
}) => {
  for (const [state, [path, said, title, way]] of Object.entries(pages)) {
    await openLink(page, path, said)
    await expect(heading(page), state).toHaveText(title)
    await expect(heading(page).or(page.locator('[data-autofocus]')).and(page.locator(':focus')), state).toBeVisible()
    const main = page.getByRole('main')
    const [button, link] = [main.getByRole('button', { name: way }), main.getByRole('link', { name: way })]
    await expect(button.or(link).or(main.getByText(way)).first(), state).toBeVisible()
    // The form of auth-ui-react writes texts in its own way (decision 0021).
    await (way === 'Update password' || way === 'Set password' ? expectAccessible(page) : expectAccessibleAndFits(page))
  }
})

test.describe('de-DE', () => {
  // The longest words.
  test.use({ locale: 'de-DE' })
  test("the pages of mailed links speak the browser's language, and keep the link when another is chosen", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const [path, said] of Object.values(pages)) {
      await openLink(page, path, said)
      await expectToFit(page)
    }
    await openLink(page, opens.signup, { isNew: true })
    await page.locator('label', { has: page.locator('[lang=en]') }).click()
    await expect(page.getByRole('button', { name: "Yes, that's mine" })).toBeVisible()
    expect(page.url()).toMatch(/\/confirm$/)
    await page.locator('label', { has: page.locator('[lang=de]') }).click()
    await expect(heading(page)).toHaveText('Bestätige deine E-Mail-Adresse')
  })
})

test('a link that Auth refuses when it is pressed offers a new one, of its kind, and the next mail waits a minute', async ({
  page,
}) => {
  await page.clock.install()
  const asked: string[] = []
  for (const [path, said, press, title, way] of [
    [opens.signup, { isNew: true }, "Yes, that's mine", 'This link is too old', 'Send me a mail'],
    [opens.recovery, {}, 'Update password', 'This link is too old', 'Send me a new link'],
  ] as const) {
    await openLink(page, path, said)
    await intercept(page, '**/api/auth/mailed-link', (route) => route.fulfill(over))
    await intercept(page, /\/api\/auth\/(resend|recover)$/, async (route) => {
      asked.push(`${new URL(route.request().url()).pathname} ${route.request().postData()}`)
      await route.fulfill({ status: 202, json: { checkMail: true, message: 'Sent.' } })
    })
    await page.getByRole('textbox', { name: /password$/ }).fill('gems-and-glitter')
    await page.getByRole('button', { name: press }).click()
    await expect(heading(page)).toHaveText(title)
    await page.getByRole('button', { name: way }).click()
    const again = page.getByRole('button').filter({ hasText: /^Send it again/ })
    await expect(again).toHaveText(/ in \d+ s$/)
    await expect(again).toBeDisabled()
    await page.clock.runFor(61_000)
    // A mail that may not be sent yet counts the wait that is asked for.
    const wait = { code: 'too_many_mails', message: 'Too many mails were asked for.' }
    await failNext(page, /\/api\/auth\/(resend|recover)$/, {
      status: 429,
      headers: { 'retry-after': '1500' },
      json: wait,
    })
    await again.click()
    await expect(again).toHaveText('Send it again in 25 min')
    // Said without the time, where the focus stays.
    await expect(page.getByRole('button', { name: 'Send it again', exact: true })).toBeFocused()
  }
  const body = JSON.stringify({ email: owner.email })
  expect(asked).toEqual([`/api/auth/resend ${body}`, `/api/auth/recover ${body}`])
})
