import type { Page } from '@playwright/test'
import { openLive } from './actions.ts'

export const member = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Family Member$/ })
/**
 * Finds a toast behind a dialog too, which hides all else from screen readers: such a message is repeated beside the
 * field.
 */
export const toastBehindDialog = (page: Page) =>
  page
    .getByRole('listitem', { includeHidden: true })
    .filter({ has: page.getByRole('button', { name: 'Close', includeHidden: true }) })

export async function openMembers(...pages: Page[]): Promise<void> {
  for (const page of pages) await openLive(page, '/family-members')
}

export async function edit(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  return page.getByRole('dialog', { name: 'Edit Family Member' })
}
