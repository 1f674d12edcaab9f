import type { Page } from '@playwright/test'
import { openLive } from '../actions.ts'
import { expect, type Kid } from '../family.ts'

export const kidTile = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
/** The tile as a button, and what takes it back. */
export const tapOn = (page: Page, title: string) =>
  kidTile(page, title).getByRole('button').and(page.locator(':not([aria-label^="Not done yet: "])'))
export const undoOn = (page: Page, title: string) =>
  kidTile(page, title).getByRole('button', { name: `Not done yet: ${title}` })
export const completionDialog = (page: Page) => page.getByRole('dialog', { name: 'Ready to complete this quest?' })
export const pop = (page: Page) => completionDialog(page).getByRole('button', { name: /Complete!/ })

export async function openBubble({ page, id }: Kid, part = ''): Promise<void> {
  await openLive(page, `/kid/${id}${part}`)
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
}
