import type { Locator, Page } from '@playwright/test'
import { overlayIsThere } from './actions.ts'

export const switcher = (page: Page) => page.getByRole('button', { name: /, switch profile$/ })

export async function chooseProfile(page: Page, name: string): Promise<void> {
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name }).click()
}

export const pinDialog = (page: Page, name: string) => page.getByRole('dialog', { name: `Enter PIN for ${name}` })
export const pinField = (page: Page, name: string) => pinDialog(page, name).getByLabel('PIN', { exact: true })

/** Types a PIN in place of what is there: it has no value to fill in. */
export async function typePin(pin: Locator, digits: string): Promise<void> {
  for (let erased = 0; erased < 4; erased++) await pin.press('Backspace')
  await pin.pressSequentially(digits)
}

/** Taps the keys of a PIN, by the names of its digits or pictures. */
export async function tapPin(dialog: Locator, signs: readonly string[]): Promise<void> {
  for (const sign of signs) await dialog.getByRole('button', { name: sign, exact: true }).tap()
}

export async function enterPin(page: Page, name: string, pin: string): Promise<void> {
  // Its last digit verifies it: sooner than any finger, and sooner than the dialog's history entry, which a frame adds.
  await overlayIsThere(page)
  await typePin(pinField(page, name), pin)
}

export const missionControl = (page: Page) => page.getByRole('heading', { name: 'Mission Control' })
