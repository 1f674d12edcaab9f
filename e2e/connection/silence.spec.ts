import type { Page } from '@playwright/test'
import {
  addMember,
  addReward,
  change,
  complete,
  dayFromNow,
  doQuest,
  expectText,
  openLive,
  remove,
  requestRedemption,
  setMode,
} from '../actions.ts'
import { column } from '../board.ts'
import { addQuest, expect, test } from '../family.ts'
import { gems } from '../wall/wall.ts'

const article = (page: Page, name: string) => page.getByRole('article', { name }).first()
const jar = (page: Page, name: string) => page.getByRole('img', { name })

test('after ten minutes without a line every screen is right by itself, and meanwhile said since when it was old', async ({
  family,
  openDevice,
}) => {
  const { id: mia } = await addMember(family, 'Mia')
  await doQuest(family, mia, 'Rake the leaves', 100)
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 25 })
  const old = await addQuest(family, 'Old quest', 'To Do', { assigneeIds: [mia] })
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  const open = async (path: string) => {
    const page = await openDevice()
    // Far from midnight, whenever this runs.
    await page.clock.install({ time: new Date(`${dayFromNow()}T12:00:00+01:00`) })
    await openLive(page, path)
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    return page
  }
  const [board, store, bubble, wall] = [
    await open('/parent'),
    await open('/rewards-store'),
    await open(`/kid/${mia}#gems`),
    await open('/wall'),
  ]
  await board.getByRole('tab', { name: 'Kanban Board' }).click()
  const before = [
    column(board, 'To Do').getByRole('article', { name: 'Dishes' }),
    article(store, 'Ice cream'),
    jar(bubble, 'A jar with 100 of 500 gems'),
    article(wall, 'Old quest'),
  ]
  for (const shown of before) await expect(shown).toBeVisible()

  const pages = [board, store, bubble, wall]
  for (const page of pages) {
    await page.context().setOffline(true)
    const asOf = page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)
    await expect(asOf).toBeVisible()
    const since = await asOf.textContent()
    await page.clock.fastForward('10:00')
    await expect(asOf).toHaveText(since ?? '')
  }
  await complete(family, dishes.id, mia)
  await remove(family, `/api/quests/${old.id}`)
  await addQuest(family, 'Brand new', 'To Do', { assigneeIds: [mia] })
  await requestRedemption(family, iceCream.id, mia)
  await addReward(family, 'Cinema', { gemCost: 60 })
  await addMember(family, 'Theo')
  await change(family, `/api/families/${family.familyId}`, { name: 'The Bergs' })
  for (const page of pages) {
    await page.context().setOffline(false)
    await expectText(page, 'Live')
    await expect(page.getByRole('article', { name: 'Old quest' })).toHaveCount(0)
  }
  const after = [
    column(board, 'Done').getByRole('article', { name: 'Dishes' }),
    column(board, 'To Do').getByRole('article', { name: 'Brand new' }),
    board.getByRole('banner').getByText('The Bergs'),
    article(store, 'Cinema'),
    store.getByRole('region', { name: 'Waiting for you' }).getByText('Ice cream'),
    jar(bubble, 'A jar with 85 of 500 gems'),
    article(wall, 'Dishes').getByText('Done!'),
    gems(wall, 'Mia').filter({ hasText: /^8585 gems$/ }),
  ]
  for (const shown of after) await expect(shown).toBeVisible()
  await board.getByRole('navigation').getByRole('link', { name: 'Family Members' }).click()
  await expect(article(board, 'Theo')).toBeVisible()
  // The pages are live again, without a reload.
  await addQuest(family, 'After the return', 'To Do', { assigneeIds: [mia] })
  await expect(article(wall, 'After the return')).toBeVisible()
  await bubble.getByRole('tab', { name: 'Quests' }).click()
  await expect(article(bubble, 'After the return')).toBeVisible()
  for (const page of pages) expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
