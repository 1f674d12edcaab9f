import type { Page } from '@playwright/test'
import { addMember, addReward, doQuest, setMode, openLive } from './actions.ts'
import { expect, type SignedUp } from './family.ts'

/** Mia has 100 gems, an ice cream costs 40, and the family is asked. */
export async function askingFamily(family: SignedUp) {
  const mia = await addMember(family, 'Mia')
  await doQuest(family, mia.id, 'Rake the leaves', 100)
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  return { mia, iceCream }
}

export async function openStore(page: Page) {
  await openLive(page, '/rewards-store')
  await expect(page.getByRole('heading', { level: 1, name: 'Rewards Store' })).toBeVisible()
}

export const reward = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
export const rewardsOf = async (family: SignedUp) =>
  (await family.context.request.get(`/api/families/${family.familyId}/rewards`)).json()
