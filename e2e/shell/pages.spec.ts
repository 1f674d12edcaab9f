import { fillInSignIn, loseSession, toast } from '../actions.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expect, newCredentials, test } from '../family.ts'
import { failNext } from '../intercept.ts'

test('an address without a screen says so, to visitors and to the family, and shows the way back', async ({
  family,
  page,
}) => {
  for (const landmark of [
    page.getByRole('heading', { name: 'Mission Control' }),
    page.getByRole('link', { name: 'Get Started' }),
  ]) {
    await page.goto('/no/such/screen?of=ours')
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle('Page Not Found · Bubblequest')
    await expect(page.getByRole('main')).toContainText("We can't find that page.")
    await expect(page.getByRole('main').getByRole('code')).toHaveText('/no/such/screen')
    await page.getByRole('link', { name: 'Back to Bubblequest' }).click()
    await expect(landmark).toBeVisible()
    await loseSession(family, page)
  }
})

test('every page a visitor sees is accessible, and nothing sticks out of it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })

  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.locator('[aria-invalid]')).toHaveCount(4)
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })

  await page.goto('/login')
  await fillInSignIn(page, newCredentials())
  await expect(toast(page)).toContainText('Login failed')
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })

  await page.goto('/no/such/screen')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessibleAndFitsEverywhere(page, { withoutDecoration: true })
})

test('toasts come one at a time and go after five seconds; one is closed by hand, swiped to the right or reached by F8', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  const refuse = async (message: string) => {
    await failNext(page, '**/api/auth/login', { status: 401, json: { code: 'invalid_credentials', message } })
    await fillInSignIn(page, newCredentials())
    await expect(toast(page)).toHaveText(new RegExp(message))
  }
  const time = () => page.evaluate(() => Date.now())
  await refuse('To be closed')
  await refuse('To be closed by hand')
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await expect(toast(page)).toHaveCount(0)
  const before = await time()
  await refuse('Five seconds')
  const after = await time()
  await page.clock.pauseAt(before + 4900)
  await expect(toast(page)).toBeVisible()
  await page.clock.pauseAt(after + 5100)
  await expect(toast(page)).toHaveCount(0)
  await page.clock.resume()

  await refuse('To be swiped')
  const { x, y } = (await toast(page).boundingBox()) ?? { x: 0, y: 0 }
  for (const pixels of [45, 60]) {
    await expect(toast(page)).toBeVisible()
    await page.mouse.move(x + 80, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 80 + pixels, y + 20, { steps: 6 })
    await page.mouse.up()
  }
  await expect(toast(page)).toHaveCount(0)
  await refuse('To be reached')
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast(page)).toBeFocused()
  await page.clock.fastForward(20_000)
  await expect(toast(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toast(page)).toHaveCount(0)
})
