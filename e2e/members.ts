import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './family.ts'

export const member = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: /Family Member$/ })
/** Found behind a dialog, too, which hides all else from screen readers: what must be heard then stands beside the field. */
export const toast = (page: Page) =>
  page.getByRole('listitem', { includeHidden: true }).filter({ has: page.getByRole('button', { name: 'Close', includeHidden: true }) })
export const said = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()

export async function openMembers(page: Page): Promise<void> {
  await page.goto('/family-members')
  await said(page, 'Live')
}

export async function addMember(context: BrowserContext, familyId: string, displayName: string, more: Record<string, unknown> = {}) {
  const made = await context.request.post(`/api/families/${familyId}/members`, { data: { displayName, ...more } })
  expect(made.status()).toBe(201)
  return (await made.json()) as { id: string }
}

export async function membersOf(context: BrowserContext, familyId: string): Promise<Record<string, unknown>[]> {
  return (await context.request.get(`/api/families/${familyId}/members`)).json()
}

export async function edit(page: Page, name: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  return page.getByRole('dialog', { name: 'Edit Family Member' })
}
