import type { Locator, Page } from '@playwright/test'
import {
  addMember,
  addReward,
  complete,
  dayFromNow,
  doQuest,
  setMode,
  requestRedemption,
  openLive,
  expectText,
  change,
  remove,
} from '../actions.ts'
import { column } from '../board.ts'
import { addQuest, expect, test, type SignedUp } from '../family.ts'
import { columnOf, gems } from '../wall/wall.ts'

const article = (page: Page, name: string) => page.getByRole('article', { name }).first()
const jar = (page: Page, name: string) => page.getByRole('img', { name })

type Screen = {
  path: (mia: string) => string
  tab?: string
  before: (page: Page) => Locator
  after: (page: Page) => Locator[]
}

/**
 * Each screen: where it is, what it shows before the ten minutes, and what after them; on those with quests a deleted
 * one is gone.
 */
const screens: Record<string, Screen> = {
  'the board': {
    path: () => '/parent',
    tab: 'Kanban Board',
    before: (page) => column(page, 'To Do').getByRole('article', { name: 'Dishes' }),
    after: (page) => [
      column(page, 'Done').getByRole('article', { name: 'Dishes' }),
      column(page, 'To Do').getByRole('article', { name: 'Brand new' }),
    ],
  },
  'the calendar': {
    path: () => '/parent',
    tab: 'Calendar View',
    before: (page) => article(page, 'Old quest'),
    after: (page) => [article(page, 'Brand new')],
  },
  'the rewards store': {
    path: () => '/rewards-store',
    before: (page) => article(page, 'Ice cream'),
    after: (page) => [
      article(page, 'Cinema'),
      page.getByRole('region', { name: 'Waiting for you' }).getByText('Ice cream'),
    ],
  },
  'the members': {
    path: () => '/family-members',
    before: (page) => article(page, 'Mia'),
    after: (page) => [article(page, 'Theo'), page.getByRole('banner').getByText('The Bergs')],
  },
  "a child's quests": {
    path: (mia) => `/kid/${mia}`,
    before: (page) => article(page, 'Old quest'),
    after: (page) => [article(page, 'Dishes').getByText('Done!'), article(page, 'Brand new')],
  },
  "a child's rewards": {
    path: (mia) => `/kid/${mia}#rewards`,
    before: (page) => article(page, 'Ice cream'),
    after: (page) => [article(page, 'Cinema')],
  },
  "a child's jar": {
    path: (mia) => `/kid/${mia}#gems`,
    before: (page) => jar(page, 'A jar with 100 of 500 gems'),
    after: (page) => [jar(page, 'A jar with 85 of 500 gems')],
  },
  'the wall': {
    path: () => '/wall',
    before: (page) => columnOf(page, 'Mia').getByRole('article', { name: 'Old quest' }),
    after: (page) => [
      article(page, 'Dishes').getByText('Done!'),
      gems(page, 'Mia').filter({ hasText: /^8585 gems$/ }),
      article(page, 'Brand new'),
    ],
  },
}

async function household(family: SignedUp) {
  const mia = (await addMember(family, 'Mia')).id
  await doQuest(family, mia, 'Rake the leaves', 100)
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 25 })
  const old = await addQuest(family, 'Old quest', 'To Do', { assigneeIds: [mia] })
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  return { mia, dishes, old, iceCream }
}

/** Makes all changes of the ten minutes, on other devices. */
async function meanwhile(
  family: SignedUp,
  { mia, dishes, old, iceCream }: Awaited<ReturnType<typeof household>>,
): Promise<void> {
  await complete(family, dishes.id, mia)
  await remove(family, `/api/quests/${old.id}`)
  await addQuest(family, 'Brand new', 'To Do', { assigneeIds: [mia] })
  await requestRedemption(family, iceCream.id, mia)
  await addReward(family, 'Cinema', { gemCost: 60 })
  await addMember(family, 'Theo')
  await change(family, `/api/families/${family.familyId}`, { name: 'The Bergs' })
}

test('after ten minutes without a line every screen is right by itself, and meanwhile said since when it was old', async ({
  family,
  openDevice,
}) => {
  const home = await household(family)
  const devices: { name: string; screen: Screen; page: Page; loads: () => number }[] = []
  for (const [name, screen] of Object.entries(screens)) {
    const page = await openDevice()
    // Far from midnight, whenever this runs.
    await page.clock.install({ time: new Date(`${dayFromNow()}T12:00:00+01:00`) })
    let loads = 0
    page.on('load', () => loads++)
    await openLive(page, screen.path(home.mia))
    if (screen.tab !== undefined) await page.getByRole('tab', { name: screen.tab }).click()
    await expect(screen.before(page)).toBeVisible()
    devices.push({ name, screen, page, loads: () => loads })
  }
  for (const { page } of devices) {
    await page.context().setOffline(true)
    await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
    const since = await page
      .locator('[data-live]')
      .getByText(/^As of \d\d:\d\d, reconnecting/)
      .textContent()
    await page.clock.fastForward('10:00')
    await expect(page.locator('[data-live]').getByText(/^As of \d\d:\d\d, reconnecting/)).toHaveText(since ?? '')
  }
  await meanwhile(family, home)
  for (const { name, screen, page, loads } of devices) {
    await test.step(name, async () => {
      await page.context().setOffline(false)
      await expectText(page, 'Live')
      for (const shown of screen.after(page)) await expect(shown).toBeVisible()
      await expect(page.getByRole('article', { name: 'Old quest' })).toHaveCount(0)
      expect(loads()).toBe(1)
    })
  }
  // The pages are live again.
  await addQuest(family, 'After the return', 'To Do', { assigneeIds: [home.mia] })
  const withQuests = ['the board', 'the calendar', "a child's quests", 'the wall']
  for (const { page } of devices.filter(({ name }) => withQuests.includes(name)))
    await expect(article(page, 'After the return')).toBeVisible()
})
