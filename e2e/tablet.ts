import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { addMember } from './deeds.ts'
import { expect, firstPage, signIn, watch, type OpenContext, type SignedUp } from './family.ts'

export type Kid = { id: string; tablet: BrowserContext; page: Page; troubles: string[] }

/** Mia, and a tablet that is signed in and acts as her. */
export async function miaWithTablet(family: SignedUp, openContext: OpenContext, baseURL: string | undefined, screen: BrowserContextOptions = {}): Promise<Kid> {
  const { id } = await addMember(family, 'Mia', { avatarSeed: 'mia' })
  return tabletOf(id, family, openContext, baseURL, screen)
}

/** One more tablet of a kid. */
export async function tabletOf(
  id: string,
  family: SignedUp,
  openContext: OpenContext,
  baseURL: string | undefined,
  screen: BrowserContextOptions = {},
): Promise<Kid> {
  const tablet = await openContext(screen)
  const troubles: string[] = []
  watch(tablet, baseURL ?? '', troubles)
  await signIn(tablet, family.credentials)
  expect((await tablet.request.put('/api/auth/active-member', { data: { memberId: id } })).status()).toBe(200)
  return { id, tablet, page: await firstPage(tablet), troubles }
}

export const tile = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const tapOn = (page: Page, title: string) => tile(page, title).getByRole('button')
export const question = (page: Page) => page.getByRole('dialog', { name: 'Ready to complete this quest?' })
export const pop = (page: Page) => question(page).getByRole('button', { name: /Complete!/ })

export async function openBubble({ page, id }: Kid, part = ''): Promise<void> {
  await page.goto(`/kid/${id}${part}`)
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
}
