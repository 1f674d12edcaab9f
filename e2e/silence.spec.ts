import type { BrowserContext, Page } from '@playwright/test'
import { addMember, addReward, complete, dayFromNow, doQuest, setMode, wish } from './deeds.ts'
import { firstPage, addQuest, card, column, expect, signIn, showBoard, test, type SignedUp } from './family.ts'
import { columnOf, gems } from './wall.ts'

type Screen = { name: string; path: (mia: string) => string; before: (page: Page) => Promise<void>; after: (page: Page) => Promise<void> }

/** What each screen shows before the ten minutes, and what after them. */
const screens: readonly Screen[] = [
  {
    name: 'the board',
    path: () => '/parent',
    before: async (page) => {
      await showBoard(page)
      await expect(column(page, 'To Do').getByRole('article', { name: 'Dishes' })).toBeVisible()
    },
    after: async (page) => {
      await expect(column(page, 'Done').getByRole('article', { name: 'Dishes' })).toBeVisible()
      await expect(column(page, 'To Do').getByRole('article', { name: 'Brand new' })).toBeVisible()
      await expect(card(page, 'Old quest')).toHaveCount(0)
    },
  },
  {
    name: 'the calendar',
    path: () => '/parent',
    before: async (page) => {
      await page.getByRole('tab', { name: 'Calendar View' }).click()
      await expect(page.getByRole('article', { name: 'Old quest' }).first()).toBeVisible()
    },
    after: async (page) => {
      await expect(page.getByRole('article', { name: 'Brand new' }).first()).toBeVisible()
      await expect(page.getByRole('article', { name: 'Old quest' })).toHaveCount(0)
    },
  },
  {
    name: 'the rewards store',
    path: () => '/rewards-store',
    before: async (page) => {
      await expect(page.getByRole('article', { name: 'Ice cream' })).toBeVisible()
    },
    after: async (page) => {
      await expect(page.getByRole('article', { name: 'Cinema' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Waiting for you' })).toContainText('Ice cream')
    },
  },
  {
    name: 'the members',
    path: () => '/family-members',
    before: async (page) => {
      await expect(page.getByRole('article', { name: 'Mia' })).toBeVisible()
    },
    after: async (page) => {
      await expect(page.getByRole('article', { name: 'Theo' })).toBeVisible()
      await expect(page.getByRole('banner')).toContainText('The Bergs')
    },
  },
  {
    name: "a child's quests",
    path: (mia) => `/kid/${mia}`,
    before: async (page) => {
      await expect(page.getByRole('article', { name: 'Old quest' })).toBeVisible()
    },
    after: async (page) => {
      await expect(page.getByRole('article', { name: 'Dishes' })).toContainText('Done!')
      await expect(page.getByRole('article', { name: 'Brand new' })).toBeVisible()
      await expect(page.getByRole('article', { name: 'Old quest' })).toHaveCount(0)
    },
  },
  {
    name: "a child's rewards",
    path: (mia) => `/kid/${mia}#rewards`,
    before: async (page) => {
      await expect(page.getByRole('article', { name: 'Ice cream' })).toBeVisible()
    },
    after: async (page) => {
      await expect(page.getByRole('article', { name: 'Cinema' })).toBeVisible()
    },
  },
  {
    name: "a child's jar",
    path: (mia) => `/kid/${mia}#gems`,
    before: async (page) => {
      await expect(page.getByRole('img', { name: 'A jar with 100 of 500 gems' })).toBeVisible()
    },
    after: async (page) => {
      await expect(page.getByRole('img', { name: 'A jar with 85 of 500 gems' })).toBeVisible()
    },
  },
  {
    name: 'the wall',
    path: () => '/wall',
    before: async (page) => {
      await expect(columnOf(page, 'Mia').getByRole('article', { name: 'Old quest' })).toBeVisible()
    },
    after: async (page) => {
      await expect(columnOf(page, 'Mia').getByRole('article', { name: 'Dishes' })).toContainText('Done!')
      await expect(gems(page, 'Mia')).toHaveText('85gems')
      await expect(columnOf(page, 'Mia').getByRole('article', { name: 'Brand new' })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(3)
    },
  },
]

async function household(family: SignedUp) {
  const mia = (await addMember(family, 'Mia')).id
  await doQuest(family, mia, 'Rake the leaves', 100)
  const dishes = await addQuest(family.context, family, 'Dishes', 'To Do', { assigneeIds: [mia], gemValue: 25 })
  const old = await addQuest(family.context, family, 'Old quest', 'To Do', { assigneeIds: [mia] })
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  return { mia, dishes, old, iceCream }
}

/** All that happens in the ten minutes, on the other devices. */
async function meanwhile(family: SignedUp, { mia, dishes, old, iceCream }: Awaited<ReturnType<typeof household>>): Promise<void> {
  await complete(family, dishes.id, mia)
  await family.context.request.delete(`/api/quests/${old.id}`)
  await addQuest(family.context, family, 'Brand new', 'To Do', { assigneeIds: [mia] })
  await wish(family, iceCream.id, mia)
  await addReward(family, 'Cinema', { gemCost: 60 })
  await addMember(family, 'Theo')
  expect((await family.context.request.patch(`/api/families/${family.familyId}`, { data: { name: 'The Bergs' } })).status()).toBe(200)
}

test('after ten minutes without a line every screen is right by itself, and meanwhile said since when it was old', async ({ family, openContext }) => {
  const home = await household(family)
  const devices: { screen: Screen; device: BrowserContext; page: Page; loads: () => number }[] = []
  for (const screen of screens) {
    const device = await openContext()
    await signIn(device, family.credentials)
    const page = await firstPage(device)
    // Far from midnight, whenever this runs.
    await page.clock.install({ time: new Date(`${dayFromNow()}T12:00:00+01:00`) })
    let loads = 0
    page.on('load', () => loads++)
    await page.goto(screen.path(home.mia))
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await screen.before(page)
    devices.push({ screen, device, page, loads: () => loads })
  }
  for (const { device, page } of devices) {
    await device.setOffline(true)
    await expect(page.getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
    const since = await page.getByText(/^As of \d\d:\d\d, reconnecting/).textContent()
    await page.clock.fastForward('10:00')
    await expect(page.getByText(/^As of \d\d:\d\d, reconnecting/)).toHaveText(since ?? '')
  }
  await meanwhile(family, home)
  for (const { screen, device, page, loads } of devices) {
    await test.step(screen.name, async () => {
      await device.setOffline(false)
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      await screen.after(page)
      expect(loads()).toBe(1)
    })
  }
})
