import type { Page } from '@playwright/test'
import { addMember, openLive } from '../actions.ts'
import type { SignedUp } from '../family.ts'

export const columnOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const wallTile = (page: Page, name: string, title: string) =>
  columnOf(page, name).getByRole('article', { name: title, exact: true })
export const completerDialog = (page: Page) => page.getByRole('dialog', { name: 'Who did it?' })
export const gems = (page: Page, name: string) => columnOf(page, name).locator('[data-gems-of]')
export const tap = (page: Page, name: string, title: string) => wallTile(page, name, title).getByRole('button').click()

export async function openWall(page: Page): Promise<void> {
  await openLive(page, '/wall')
}

/** Mia's and Leo's ids. */
export async function kids(family: SignedUp) {
  return [(await addMember(family, 'Mia')).id, (await addMember(family, 'Leo')).id] as const
}
