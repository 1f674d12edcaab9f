import type { Page } from '@playwright/test'
import { expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { expectAccessible } from '../accessibility.ts'

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

test('a browser below the floor shows, in three languages, that it is too old, with a script and without; one that is new enough never does', async ({
  openContext,
  page,
}) => {
  const withoutScript = { javaScriptEnabled: false, viewport: { width: 820, height: 1180 } }
  const still = await (await openContext(withoutScript)).newPage()
  await isBelowFloor(still)
  await still.goto('/parent')
  for (const language of [
    'This browser is too old',
    'Dieser Browser ist zu alt',
    'Este navegador es demasiado antiguo',
  ])
    await expect(still.getByText(language)).toBeInViewport()
  await expect(still.locator('.no-files')).toBeHidden()

  // The sentence is shown instead of an app that still runs there.
  await isBelowFloor(page)
  await page.goto('/')
  await expect(page.locator('#app h1')).toBeAttached()
  await expect(page.getByText('This browser is too old')).toBeVisible()
  await expect(page.locator('#app h1')).toBeHidden()
  await expectAccessible(page)

  // Not even before the app is there.
  const recent = await (await openContext()).newPage()
  await intercept(recent, '**/*.js', (route) => route.abort())
  const asked = recent.waitForRequest('**/*.js')
  await recent.goto('/', { waitUntil: 'load' }).catch(() => {})
  await asked
  await expect(recent.locator('.too-old')).toBeAttached()
  await expect(recent.locator('.too-old')).toBeHidden()
})
