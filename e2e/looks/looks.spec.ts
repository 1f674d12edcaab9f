import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { gameIds, gameNames } from '#domain/games/games.ts'
import { outsideButtons, sideways } from './accessibility.ts'
import { addReward, doQuest } from './actions.ts'
import { addQuest, expect, test } from './family.ts'
import { expectFitForTouch, smallTargets } from './fingers.ts'
import { devices, expectInSafeArea, setFontSize, turnInto } from './safe-area.ts'

// On screens that are touched.
test.use({ hasTouch: true })

/** Every route of the app, read from its one list of screens. */
const routes = [...readFileSync('app/shell/screens.tsx', 'utf8').matchAll(/ path="([^"]+)"/g)].map(
  ([, path = '']) => path,
)

/** The places of each route, each with a part of a heading there: those for everybody, and those of a family. */
const places = {
  open: {
    '/': { '/': 'Transform family tasks' },
    '/signup': { '/signup': 'Create your account' },
    '/login': { '/login': 'Welcome back' },
    '/join': { '/join': "A child's tablet" },
    '/forgot-password': { '/forgot-password': 'Forgot your password?' },
    '/new-password': { '/new-password': 'Choose a new password' },
    '/confirm': { '/confirm': 'Confirm your email address' },
    '/privacy': { '/privacy': 'Privacy, in plain words' },
    '/privacy/kids': { '/privacy/kids': 'What Bubblequest knows' },
    '*': { '/nowhere': 'Page Not Found' },
  },
  closed: {
    '/parent/:memberId?': { '/parent': 'Mission Control' },
    '/rewards-store/:memberId?': { '/rewards-store': 'Manage Rewards', '/rewards-store#ledger': "Mia's gems" },
    '/family-members': { '/family-members': 'Mia', '/family-members#learning': 'Alphabet Bubbls' },
    '/settings': { '/settings': 'Profile Information' },
    '/admin': { '/admin': 'Mission Control' },
    '/welcome/:step?': {
      '/welcome/family': "Who's in your family?",
      '/welcome/quests': 'Pick a few quests',
      '/welcome/reward': 'A first reward',
      '/welcome/pin': 'PIN',
      '/welcome/tablet': 'Put it on the tablet',
    },
    '/wall': { '/wall': 'Mia' },
    '/kid/:memberId?': {
      '/kid/mia': "Mia's Bubble",
      '/kid/mia#rewards': 'Reward Store',
      '/kid/mia#gems': 'My Gems',
      '/kid/mia#playground': 'Playground Games',
      ...Object.fromEntries(gameIds.map((game) => [`/kid/mia#playground/${game}`, gameNames[game]])),
    },
  },
} satisfies Record<string, Record<string, Record<string, string>>>

/** The rules of the Content-Security-Policy by which a page asks no other server. */
const strict = [
  "default-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "object-src 'none'",
]

/**
 * Opens each place, whose requests the fixture watches. Asserts the policy of its page; that with the browser's font at
 * 150 and 200 % nothing sticks out; that no control is under a camera or a bar, and none zooms the page; and that a
 * child's are large enough for a small finger.
 */
async function walk(page: Page, routes: Record<string, Record<string, string>>, mia = ''): Promise<void> {
  for (const [place, heading] of Object.values(routes).flatMap((ofRoute) => Object.entries(ofRoute))) {
    // A place that differs in its hash alone is another part of the same page.
    const answer = await page.goto(place.replace('/mia', `/${mia}`))
    await expect(page.getByRole('heading', { name: heading }).first(), place).toBeAttached()
    if (mia !== '' && !place.includes('#playground/')) await page.locator('[data-live=live]').waitFor()
    const policy = await answer?.headerValue('content-security-policy')
    if (answer !== null) for (const rule of strict) expect(policy, place).toContain(rule)

    for (const standard of [24, 32]) {
      await setFontSize(page, standard)
      for (const [width, height] of [
        [390, 844],
        [820, 1180],
        // The layout of wide screens begins here in a font of twice the size.
        [1280, 800],
        [1440, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        // An element that comes with an animation may stick out until it has ended.
        await expect.poll(() => sideways(page), `${place} at ${width} with ${standard}`).toEqual([])
        expect(await outsideButtons(page), `${place} at ${width} with ${standard}`).toEqual([])
      }
    }
    await setFontSize(page, 16)
    for (const [name, width, height, insets] of devices) {
      await turnInto(page, width, height, insets)
      await expectInSafeArea(page, `${place} on a ${name}`, insets)
      if (place.startsWith('/kid/')) await expect.poll(() => smallTargets(page), `${place} on a ${name}`).toEqual([])
      // A game that fits the screen does not scroll for the bar.
      if (place.includes('#playground/') && height > 1000)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight), place).toBe(height)
    }
    await expectFitForTouch(page, place)
    // A finger that comes to lie beside a bubble marks no words.
    if (place.includes('#playground/'))
      await expect(page.locator('section[aria-labelledby=game]')).toHaveCSS('user-select', 'none')
    await turnInto(page, 1440, 900, { top: 0, right: 0, bottom: 0, left: 0 })
  }
}

test('every screen has a place that is walked to', () => {
  expect([...Object.keys(places.open), ...Object.keys(places.closed)].toSorted()).toEqual(
    [...new Set(routes)].toSorted(),
  )
  expect(routes.length).toBeGreaterThanOrEqual(15)
})

test('signed out, each screen asks its own server alone and is fit for a large font, a camera, a bar and fingers', async ({
  page,
}) => {
  await walk(page, places.open)
  // Two fingers zoom for who needs it larger.
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).not.toMatch(/user-scalable|maximum-scale/)
})

test('each screen of a family asks its own server alone and is fit for a large font, a camera, a bar and fingers', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id, family.memberId], recurring: 'daily' })
  await doQuest(family, mia.id, 'Rake the leaves', 300)
  await addReward(family, 'Ice cream', { gemCost: 10 })
  const { '/kid/:memberId?': bubble, '/wall': wall, ...ofParent } = places.closed
  await walk(page, ofParent, mia.id)
  await walk(mia.page, { bubble, wall }, mia.id)
})
