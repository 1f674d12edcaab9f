import type { BrowserContext, Locator, Page } from '@playwright/test'
import { addMember, addReward, complete, dayFromNow, doQuest, setMode, wish } from './deeds.ts'
import { firstPage, addQuest, column, expect, signIn, test, type SignedUp } from './family.ts'
import { columnOf, gems } from './wall.ts'

const article = (page: Page, name: string) => page.getByRole('article', { name }).first()
const jar = (page: Page, name: string) => page.getByRole('img', { name })

type Screen = { path: (mia: string) => string; tab?: string; before: (page: Page) => Locator; after: (page: Page) => Locator[] }

/** Each screen: where it is, what it shows before the ten minutes, and what after them; on those with quests a deleted one is gone. */
const screens: Record<string, Screen> = {
  'the board': {
    path: () => '/parent',
    tab: 'Kanban Board',
    before: (page) => column(page, 'To Do').getByRole('article', { name: 'Dishes' }),
    after: (page) => [column(page, 'Done').getByRole('article', { name: 'Dishes' }), column(page, 'To Do').getByRole('article', { name: 'Brand new' })],
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
    after: (page) => [article(page, 'Cinema'), page.getByRole('region', { name: 'Waiting for you' }).getByText('Ice cream')],
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
    after: (page) => [article(page, 'Dishes').getByText('Done!'), gems(page, 'Mia').filter({ hasText: /^85gems$/ }), article(page, 'Brand new')],
  },
}

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
  const devices: { name: string; screen: Screen; device: BrowserContext; page: Page; loads: () => number }[] = []
  for (const [name, screen] of Object.entries(screens)) {
    const device = await openContext()
    await signIn(device, family.credentials)
    const page = await firstPage(device)
    // Far from midnight, whenever this runs.
    await page.clock.install({ time: new Date(`${dayFromNow()}T12:00:00+01:00`) })
    let loads = 0
    page.on('load', () => loads++)
    await page.goto(screen.path(home.mia))
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    if (screen.tab !== undefined) await page.getByRole('tab', { name: screen.tab }).click()
    await expect(screen.before(page)).toBeVisible()
    devices.push({ name, screen, device, page, loads: () => loads })
  }
  for (const { device, page } of devices) {
    await device.setOffline(true)
    await expect(page.getByText(/^As of \d\d:\d\d, reconnecting/)).toBeVisible()
    const since = await page.getByText(/^As of \d\d:\d\d, reconnecting/).textContent()
    await page.clock.fastForward('10:00')
    await expect(page.getByText(/^As of \d\d:\d\d, reconnecting/)).toHaveText(since ?? '')
  }
  await meanwhile(family, home)
  for (const { name, screen, device, page, loads } of devices) {
    await test.step(name, async () => {
      await device.setOffline(false)
      await expect(page.getByText('Live', { exact: true })).toBeVisible()
      for (const shown of screen.after(page)) await expect(shown).toBeVisible()
      await expect(page.getByRole('article', { name: 'Old quest' })).toHaveCount(0)
      expect(loads()).toBe(1)
    })
  }
})
