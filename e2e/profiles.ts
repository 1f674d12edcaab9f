import type { Page } from '@playwright/test'

export const switcher = (page: Page) => page.getByRole('button', { name: /, switch profile$/ })

export async function chooseProfile(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitem', { name }).click()
}

export const pinDialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Enter PIN for ${name}` })
export const pinField = (page: Page, name: string) => pinDialog(page, name).getByLabel('PIN', { exact: true })

export async function enterPin(page: Page, name: string, pin: string): Promise<void> {
  await pinField(page, name).fill(pin)
  await page.keyboard.press('Enter')
}

export const storedMember = (page: Page) => page.evaluate(() => localStorage.getItem('selectedMemberId'))
