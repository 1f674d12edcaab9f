import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { storyDataFolder } from '../story-server.ts'
import { expectAccessibleAndFitsEverywhere } from '../accessibility.ts'
import { expectText } from '../actions.ts'
import { expect, test } from '../family.ts'
import { intercept } from '../intercept.ts'
import { missionControl } from '../profiles.ts'

/** Grants the role as an operator does: by the command, while the server runs. */
async function admin(verb: 'grant' | 'revoke', email: string): Promise<void> {
  const env = { ...process.env, BUBBLEQUEST_DATA: storyDataFolder }
  await promisify(execFile)('npm', ['run', '--silent', 'admin', '--', verb, email], { env })
}

test('an admin alone finds the dashboard, with real numbers and buttons that do nothing', async ({ family, page }) => {
  const stat = (name: string) => page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd')
  await page.goto('/admin')
  await expect(missionControl(page)).toBeVisible()
  const menu = page.getByRole('button', { name: /Anna Berg/ })
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveCount(0)

  await admin('grant', family.credentials.email)
  await page.reload()
  await menu.click()
  await intercept(page, '**/api/admin/stats', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('menuitem', { name: 'Admin Dashboard' }).click()
  await expectText(page, "We couldn't load the numbers. Please try again.")
  await expect(stat('Total Users')).toHaveText('–unknown')
  await page.unroute('**/api/admin/stats')
  await page.getByRole('button', { name: 'Try again' }).click()
  for (const name of ['Total Users', 'Total Families']) await expect(stat(name)).toHaveText(/^[\d,]*[1-9][\d,]*$/)
  await expectAccessibleAndFitsEverywhere(page)

  const calls: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
  for (const name of ['Manage Users', 'System Settings', 'Database Tools', 'Security Settings']) {
    const button = page.getByRole('button', { name })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await button.click({ force: true })
  }
  await expect(page).toHaveURL(/\/admin$/)
  expect(calls).toEqual([])
  await admin('revoke', family.credentials.email)
  await page.reload()
  await expect(missionControl(page)).toBeVisible()
})
