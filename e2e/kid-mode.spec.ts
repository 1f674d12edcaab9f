import type { Page } from '@playwright/test'
import { addReward, dayFromNow, doQuest, setMode, requestRedemption, addMember } from './actions.ts'
import { addQuest, expect, test, type SignedUp, type Kid, columnId } from './family.ts'
import { intercept } from './intercept.ts'
import { openBubble } from './tablet.ts'

const switcher = (page: Page) => page.getByRole('button', { name: /, switch profile$/ })
const isBubble = async ({ page, id }: Kid) => {
  await expect(page).toHaveURL(new RegExp(`/kid/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: "Mia's Bubble" })).toBeVisible()
}

const parentsAddresses = ({ memberId }: SignedUp) => [
  '/',
  '/parent',
  `/parent/${memberId}`,
  '/rewards-store',
  `/rewards-store/${memberId}`,
  '/family-members',
  '/settings',
  '/admin',
  '/login',
]

const parentsEntries = [
  ['Rewards Store', 'Rewards Store'],
  ['Family Members', 'Manage Family Members'],
  ['Settings', 'Berg Family'],
] as const

/** Asserts that no link leads to the parents' screens, except by choosing another profile. */
async function offersNothing(page: Page): Promise<void> {
  await expect(page.getByRole('complementary', { name: 'My Bubble' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Family Hub' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('menu')).toHaveText('Log out')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  const leads = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  // The brand leads home, which is My Bubble on a device that acts as a kid.
  expect(leads.filter((path) => /^\/(parent\/.|rewards|family|settings|admin)/.test(path))).toEqual([])
}

test("every parents' address leads a kid's tablet to its bubble, whatever is typed, and whoever has the account", async ({
  family,
  mia,
}) => {
  for (const address of parentsAddresses(family)) {
    await mia.page.goto(address)
    await isBubble(mia)
  }
  await mia.page.setViewportSize({ width: 1440, height: 900 })
  await offersNothing(mia.page)
  await mia.page.getByRole('link', { name: 'Bubblequest', exact: true }).click()
  await isBubble(mia)

  await intercept(mia.page, '**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), role: 'admin' } })
  })
  await mia.page.goto('/admin')
  await isBubble(mia)
  await offersNothing(mia.page)
})

test("handed over by its profile menu, the tablet's history does not lead back", async ({ family, page }) => {
  const { id } = await addMember(family, 'Mia')
  const tablet = { id, page, tablet: family.context }
  // A history full of the parents' side.
  await page.goto('/parent')
  const hub = page.getByRole('complementary', { name: 'Family Hub' })
  for (const [entry, heading] of parentsEntries) {
    await hub.getByRole('link', { name: entry, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  await switcher(page).click()
  await page.getByRole('menuitemradio', { name: 'Mia' }).click()
  await isBubble(tablet)
  await offersNothing(page)
  for (let step = 0; step < 4; step++) {
    await page.goBack()
    await isBubble(tablet)
    await expect(hub).toHaveCount(0)
  }
  await page.reload()
  await isBubble(tablet)
})

test("the server refuses what is tried with the tablet's own cookies, and nothing has changed", async ({
  family,
  browser,
  baseURL,
  mia,
}) => {
  const { familyId, memberId, credentials } = family
  const done = await doQuest(family, mia.id, 'Rake the leaves', 100)
  const dishes = await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  const iceCream = await addReward(family, 'Ice cream', { gemCost: 40 })
  await setMode(family, 'ask')
  const wished = await requestRedemption(family, iceCream.id, mia.id)
  await openBubble(mia)

  const everything = async () => {
    const paths = [
      'members',
      'quests',
      'quest-columns',
      'rewards',
      'redemptions',
      `quest-completions?startDate=${dayFromNow()}&endDate=${dayFromNow()}`,
    ]
    const answers = await Promise.all(
      paths.map((path) => family.context.request.get(`/api/families/${familyId}/${path}`)),
    )
    return Promise.all(
      [family.context.request.get('/api/families/my'), ...answers].map(async (answer) => (await answer).json()),
    )
  }
  const before = await everything()
  const ideas = columnId(family, 'Ideas')
  const tries: [string, string, object?][] = [
    // The calls of a drag on the parents' board, and of an edit.
    ['PATCH', `/api/quests/${dishes.id}`, { columnId: ideas }],
    ['PATCH', `/api/quests/${dishes.id}`, { gemValue: 1000 }],
    ['PATCH', `/api/quests/${dishes.id}`, { completedDate: dayFromNow(), completingMemberId: memberId }],
    ['DELETE', `/api/quests/${dishes.id}`],
    [
      'POST',
      `/api/families/${familyId}/quests`,
      { title: 'Eat cake', icon: '🧹', gemValue: 500, assigneeIds: [mia.id], columnId: ideas },
    ],
    ['POST', `/api/families/${familyId}/quest-columns`, { title: 'Mine', emoji: '🦄', position: 9 }],
    ['PATCH', `/api/quest-columns/${ideas}`, { title: 'Mine' }],
    ['DELETE', `/api/quests/${done}/completions/${mia.id}/${dayFromNow()}`],
    ['PUT', `/api/family-members/${memberId}/pin`, { pin: '1111' }],
    ['PUT', `/api/family-members/${mia.id}/pin`, { pin: '1111' }],
    ['PUT', `/api/family-members/${memberId}/pin`, { pin: null }],
    ['PATCH', `/api/family-members/${mia.id}`, { role: 'parent' }],
    ['DELETE', `/api/family-members/${memberId}`],
    ['POST', `/api/families/${familyId}/members`, { displayName: 'Eve', role: 'parent' }],
    ['POST', `/api/families/${familyId}/rewards`, { title: 'A pony', gemCost: 0 }],
    ['PATCH', `/api/rewards/${iceCream.id}`, { gemCost: 0 }],
    ['PATCH', `/api/redemptions/${wished.id}`, { status: 'granted' }],
    ['POST', `/api/rewards/${iceCream.id}/redeem`, { redemptionId: crypto.randomUUID(), memberId }],
    ['PATCH', `/api/families/${familyId}`, { rewardMode: 'celebrate' }],
    ['PATCH', '/api/auth/profile', { firstName: 'Eve', lastName: 'Berg' }],
    ['PATCH', '/api/auth/password', { currentPassword: credentials.password, newPassword: 'bubbles-for-mia' }],
    ['POST', '/api/auth/logout-everywhere'],
    ['GET', '/api/admin/stats'],
  ]
  // By the page itself, with its own cookies and its own origin.
  const answers = await mia.page.evaluate(
    (calls) =>
      Promise.all(
        calls.map(async ([method, path, body]) => {
          const headers = { 'content-type': 'application/json' }
          const answer = await fetch(path, { method, ...(body && { body: JSON.stringify(body), headers }) })
          return [method, path, answer.status, (await answer.json()).code]
        }),
      ),
    tries,
  )
  const codes = new Set(['not_allowed', 'not_assigned', 'not_own_gems'])
  expect(answers.filter(([, , status, code]) => status !== 403 || !codes.has(code))).toEqual([])
  expect(await everything()).toEqual(before)
  // The password is still the old one, and nobody was signed out.
  expect((await mia.tablet.request.get('/api/auth/user')).status()).toBe(200)
  const elsewhere = await browser.newContext()
  expect(
    (
      await elsewhere.request.post(`${baseURL}/api/auth/login`, {
        data: { email: credentials.email, password: credentials.password },
      })
    ).status(),
  ).toBe(200)
  await elsewhere.close()
})
