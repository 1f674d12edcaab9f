import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { storyDataFolder } from '../tools/story-server.mjs'
import { expectText } from './actions.ts'
import { expect, test } from './family.ts'
import { intercept } from './intercept.ts'
import { expectAccessibleAndFits, expectAccessibleAndFitsEverywhere } from './accessibility.ts'

/** Grants the role as an operator does: by the command, while the server runs. */
async function admin(verb: 'grant' | 'revoke', email: string): Promise<void> {
  const env = { ...process.env, BUBBLEQUEST_DATA: storyDataFolder() }
  await promisify(execFile)('npm', ['run', '--silent', 'admin', '--', verb, email], { env })
}

const statOf = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')

test('an admin alone finds the dashboard in the profile menu, with real numbers and buttons that do nothing', async ({
  family,
  page,
}) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/parent/)
  await expect(page.getByRole('heading', { name: 'Mission Control' })).toBeVisible()
  const menu = page.getByRole('button', { name: /Anna Berg/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0)
  expect((await family.context.request.get('/api/admin/stats')).status()).toBe(403)

  await admin('grant', family.credentials.email)
  await page.reload()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  await expect(statOf(page, 'System Status')).toHaveText('Healthy')
  await expect(statOf(page, 'Admin Level')).toHaveText('Full Access')
  for (const name of ['Total Users', 'Total Families'])
    await expect(statOf(page, name)).toHaveText(/^[\d,]*[1-9][\d,]*$/)
  await expectAccessibleAndFitsEverywhere(page)

  const before = page.url()
  const calls: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
  for (const name of ['Manage Users', 'System Settings', 'Database Tools', 'Security Settings']) {
    const button = page.getByRole('button', { name })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.click({ force: true })
  }
  expect([page.url(), calls]).toEqual([before, []])
  await admin('revoke', family.credentials.email)
  await page.reload()
  await expect(page).toHaveURL(/\/parent/)
})

test('the numbers are what the server counts; when it does not answer, that is said and can be tried again', async ({
  family,
  page,
}) => {
  await admin('grant', family.credentials.email)
  await intercept(page, '**/api/admin/stats', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin')
  await expectText(page, "We couldn't load the numbers. Please try again.")
  await expect(statOf(page, 'Total Users')).toHaveText('–unknown')
  await expectAccessibleAndFits(page)
  await page.unroute('**/api/admin/stats')
  await intercept(page, '**/api/admin/stats', (route) =>
    route.fulfill({ json: { totalUsers: 1234, totalFamilies: 567 } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(statOf(page, 'Total Users')).toHaveText('1,234')
  await expect(statOf(page, 'Total Families')).toHaveText('567')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
