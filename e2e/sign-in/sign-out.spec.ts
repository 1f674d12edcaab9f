import { findChromium } from '../../tools/chromium.mjs'
import { delayResponse, expectText, unreachable, fillInSignIn } from '../actions.ts'
import { card, column, dragTo, openBoard, showBoard } from '../board.ts'
import { addQuest, expect, newCredentials, signIn, signUp, test } from '../family.ts'
import { hideFirstRun } from '../context-pool.ts'
import { intercept, stateUrl } from '../intercept.ts'
import { expectSeen } from '../accessibility.ts'

test.use({ freshContext: true })
test.beforeEach(({ context }) => context.addInitScript(hideFirstRun))

test('Anna logs out: the way back shows nothing of her family, and the tablet left open lets the next family in', async ({
  family,
  page,
  kitchen: tablet,
  browser,
}) => {
  await addQuest(family, 'Feed the dog')
  await openBoard(tablet, page)
  await page.getByRole('link', { name: 'Quest Board' }).click()
  await expect(page).toHaveURL(new RegExp(`/parent/${family.memberId}$`))

  const release = await delayResponse(page, '**/api/auth/logout')
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await expect(page.getByText(family.credentials.email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logging out...' })).toBeDisabled()
  release()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByText('Feed the dog')).toHaveCount(0)
  await expect(page.getByText('Berg')).toHaveCount(0)

  // The other tab hides the family by itself.
  await expect(tablet.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
  await expect(tablet).toHaveURL(/\/login#signed-out$/)
  await expect(tablet.getByText('Feed the dog')).toHaveCount(0)

  const otters = newCredentials('Otter')
  const elsewhere = await browser.newContext()
  await signUp(elsewhere, otters)
  await elsewhere.close()
  const letFamilyGo = await delayResponse(tablet, stateUrl)
  await fillInSignIn(tablet, otters)
  // The old family must not be visible, even until the new one is loaded.
  await expectSeen(tablet.getByText('Loading your family...'))
  await expect(tablet.getByText('Berg')).toHaveCount(0)
  letFamilyGo()
  await expectText(tablet, 'Otter Family')
  await showBoard(tablet)
  await expect(column(tablet, 'To Do')).toBeVisible()
  await expect(tablet.getByText('Feed the dog')).toHaveCount(0)
})

test('a press on a screen whose session has ended leads to the sign-in page, which says so, or that the account is locked', async ({
  family,
  page,
}) => {
  await addQuest(family, 'Feed the dog')
  const press = async () => {
    await openBoard(page)
    await page.context().clearCookies({ name: /^bq_(access|refresh)/ })
    await dragTo(page, card(page, 'Feed the dog'), column(page, 'Done'))
  }
  await press()
  await expect(page.getByRole('heading', { name: 'You were signed out' })).toBeVisible()
  await expect(page).toHaveURL(/\/login#signed-out$/)
  await expect(page.getByText('Feed the dog')).toHaveCount(0)

  await signIn(family.context, family.credentials)
  const locked = { code: 'user_banned', message: 'This account is locked. Please ask whoever runs this server.' }
  await intercept(page, /\/api\/(quests|auth\/login)/, (route) => route.fulfill({ status: 401, json: locked }))
  await press()
  await expect(page.getByRole('heading', { name: 'This account is locked' })).toBeVisible()
  await fillInSignIn(page, family.credentials)
  await expectText(page.getByRole('main'), locked.message)
})

test('the back/forward cache of the browser keeps no page of the family', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  // Playwright's own browser never keeps a page, nor does one without a window; those of families do.
  const whole = findChromium({ whole: true })
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ...(whole !== undefined && { executablePath: whole }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await context.addInitScript(hideFirstRun)
  await signUp(context, newCredentials())
  const page = await context.newPage()
  // Runs on the page before its own scripts: what it looks like in the very moment it comes back.
  await page.addInitScript(() => {
    window.addEventListener(
      'pageshow',
      ({ persisted }) => persisted && sessionStorage.setItem('shown', document.body.innerText),
      { capture: true },
    )
  })
  await openBoard(page)
  await page.getByRole('button', { name: 'Account of Anna Berg' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe(whole === undefined ? null : '')
  await browser.close()
})

test('while the server is away a friendly page says so, and trying again brings the board', async ({
  family,
  page,
}) => {
  await intercept(page, '**/api/auth/user', (route) => route.abort())
  await page.goto('/parent')
  const notice = page.locator('main')
  await expect(notice.getByRole('heading', { name: "Can't reach Bubblequest" })).toBeVisible()
  await expect(notice).toContainText(unreachable)
  await page.unroute('**/api/auth/user')
  await intercept(page, '**/api/auth/user', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The server is not ready yet.' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notice).toContainText('The server is not ready yet.')
  await page.unroute('**/api/auth/user')
  await intercept(page, '**/api/auth/user', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  // It is not the connection.
  await expect(notice.getByRole('heading', { name: 'This bubble burst' })).toBeVisible()
  await page.unroute('**/api/auth/user')

  await intercept(page, stateUrl, (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(notice.getByRole('heading', { name: "We couldn't load your family" })).toBeVisible()
  await page.unroute(stateUrl)
  await page.getByRole('button', { name: 'Try again' }).click()
  await showBoard(page)
  await expect(column(page, 'To Do')).toBeVisible()
  expect(family.columns).toHaveLength(4)
})
