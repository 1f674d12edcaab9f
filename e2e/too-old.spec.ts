import type { Page } from '@playwright/test'
import { expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessible } from './accessibility.ts'

/** The condition of theme.css, which a browser below the floor does not know. */
const condition = /@supports ?\(container-type: ?inline-size\)[^{]*/

test.use({ freshContext: true, serviceWorkers: 'block' })

/** From now on the page is in a browser that does not know it. */
const isBelowFloor = (page: Page) =>
  intercept(page, '**/*.css', async (route) => {
    const response = await route.fetch()
    const styles = await response.text()
    expect(styles).toMatch(condition)
    await route.fulfill({ response, body: styles.replace(condition, '@supports (bubbles: of-soap)') })
  })

test('a browser below the floor shows, in three languages and without a script, that it is too old', async ({
  openContext,
}) => {
  const context = await openContext({ javaScriptEnabled: false, viewport: { width: 820, height: 1180 } })
  const page = await context.newPage()
  await isBelowFloor(page)
  await page.goto('/parent')
  for (const sentence of [
    'This browser is too old',
    'Dieser Browser ist zu alt',
    'Este navegador es demasiado antiguo',
  ]) {
    await expect(page.getByText(sentence)).toBeInViewport()
  }
  await expect(page.locator('.no-files')).toBeHidden()
})

test('instead of an app that still runs there', async ({ page }) => {
  await isBelowFloor(page)
  await page.goto('/')
  await expect(page.locator('#app h1')).toBeAttached()
  await expect(page.getByText('This browser is too old')).toBeVisible()
  await expect(page.locator('#app h1')).toBeHidden()
  await expectAccessible(page)
})

test('a browser that is new enough never shows it, not even before the app is there', async ({ page }) => {
  await intercept(page, '**/*.js', (route) => route.abort())
  const asked = page.waitForRequest('**/*.js')
  await page.goto('/', { waitUntil: 'load' }).catch(() => {})
  await asked
  await expect(page.locator('.too-old')).toBeAttached()
  await expect(page.locator('.too-old')).toBeHidden()
})
