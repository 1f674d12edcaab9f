import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { openLive } from '../actions.ts'
import { expect } from '../family.ts'

export const dataCard = (page: Page) => page.getByRole('region', { name: 'Your data' })
export const take = (place: Page | Locator) => place.getByRole('button', { name: 'Download everything' })
export const deletion = (page: Page) => page.getByRole('dialog', { name: 'Delete Berg Family' })
export const password = (page: Page) => deletion(page).getByLabel('Your password')
export const confirm = (page: Page) => deletion(page).getByRole('button', { name: 'Delete family' })
export const heading = (page: Page, words: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(words)

export async function openSettings(page: Page): Promise<void> {
  await openLive(page, '/settings')
  await expect(take(page)).toBeVisible()
}

/** Downloads the archive by the button in `place`: the page, or the question before a family is deleted. */
export async function archiveOf(page: Page, place: Page | Locator = page) {
  const waiting = page.waitForEvent('download')
  await take(place).click()
  const file = await waiting
  return { name: file.suggestedFilename(), files: unzipSync(await readFile(await file.path())) }
}
