import type { Page } from '@playwright/test'
import { addMember } from '../actions.ts'
import { expect, test, type Kid } from '../family.ts'
import { intercept } from '../intercept.ts'
import { chooseProfile } from '../profiles.ts'

const isBubble = async ({ page, id }: Kid) => {
  await expect(page).toHaveURL(new RegExp(`/kid/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
}

/** Asserts that no link leads to the parents' screens, except by choosing another profile. */
async function offersNothing(page: Page): Promise<void> {
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('button', { name: 'Account, Mia, switch profile', exact: true }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Sticker BookSoon', 'Log out'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  const leads = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  // The brand leads home, which is My Bubble on a device that acts as a kid.
  expect(leads.filter((path) => /^\/(parent\/.|rewards|family|settings|admin)/.test(path))).toEqual([])
}

test("handed over by its profile menu, a tablet leads to Mia's bubble alone: by Back, a reload, any parents' address, and with any account", async ({
  family,
  page,
}) => {
  const { id } = await addMember(family, 'Mia')
  const tablet = { id, page, tablet: family.context }
  // A history full of the parents' side.
  await page.goto('/parent')
  const hub = page.getByRole('complementary', { name: 'Family Hub' })
  for (const [entry, heading] of [
    ['Rewards Store', 'Rewards Store'],
    ['Settings', 'Berg Family'],
  ] as const) {
    await hub.getByRole('link', { name: entry, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await chooseProfile(page, 'Mia')
  await isBubble(tablet)
  await offersNothing(page)
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await isBubble(tablet)
    await expect(hub).toHaveCount(0)
  }
  await page.reload()
  await isBubble(tablet)
  await page.getByRole('link', { name: 'Bubblequest', exact: true }).click()
  await isBubble(tablet)

  const { memberId } = family
  const own = ['/', '/parent', `/parent/${memberId}`, '/rewards-store', `/rewards-store/${memberId}`]
  for (const address of [...own, '/family-members', '/settings', '/admin', '/login']) {
    await page.goto(address)
    await isBubble(tablet)
  }
  await intercept(page, '**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), role: 'admin' } })
  })
  await page.goto('/admin')
  await isBubble(tablet)
  await offersNothing(page)
})
