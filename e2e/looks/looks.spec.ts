import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { gameIds, gameNames } from '#domain/games/games.ts'
import { de } from '#app/texts/de.ts'
import { shell } from '#app/texts/en.ts'
import { es } from '#app/texts/es.ts'
import { expectAccessibleAndFits, expectToFit } from '../accessibility.ts'
import { addMember, addReward, doQuest, openLive, overlaysAreGone, setPin } from '../actions.ts'
import { addQuest, expect, tabletOf, test } from '../family.ts'
import { conditions } from './conditions.ts'

// On screens that are touched.
test.use({ hasTouch: true })

/** Every route of the app, read from its one list of screens. */
const routes = [...readFileSync('app/shell/screens.tsx', 'utf8').matchAll(/ path="([^"]+)"/g)].map(
  ([, path = '']) => path,
)

/**
 * The places of each route, those for everybody and those of a family: the address, after a comma the tab to press
 * there, and a part of a heading.
 */
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
    '/parent/:memberId?': { '/parent': 'Mission Control', '/parent, kanbanBoard': 'To Do' },
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

/** The buttons and quests at a place that open a dialog. */
const openers: Record<string, readonly string[]> = {
  '/parent, kanbanBoard': ['Create Quest', 'Dishes', 'Add Column', 'Edit column To Do'],
  '/rewards-store': ['Add Reward', 'Edit Ice cream'],
  '/family-members': ['Edit Mia', 'Add Family Member', 'Leo'],
  '/settings': ['Upload New Picture', 'Sign out everywhere', 'Delete family'],
  '/wall': ['Dishes'],
  '/kid/mia': ['Dishes'],
}

/** The rules of the Content-Security-Policy by which a page asks no other server. */
const strict = [
  "default-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "object-src 'none'",
]

/** Opens a place and presses its tab. A place that differs in its hash alone is another part of the same page. */
async function openPlace(page: Page, place: string, mia: string, kanbanBoard = shell.kanbanBoard): Promise<void> {
  const [address = '', tab] = place.split(', ')
  const answer = await page.goto(address.replace('/mia', `/${mia}`))
  if (mia !== '' && !place.includes('#playground/')) await page.locator('[data-live=live]').waitFor()
  if (tab !== undefined) await page.getByRole('tab', { name: kanbanBoard }).click()
  const policy = await answer?.headerValue('content-security-policy')
  if (answer !== null) for (const rule of strict) expect(policy, place).toContain(rule)
}

/** Opens a dialog by the button of that name, or by that of the quest. */
async function openDialog(page: Page, opener: string): Promise<void> {
  const named = page.getByRole('button', { name: opener, exact: true })
  const ofQuest = page.getByRole('article', { name: opener, exact: true }).getByRole('button')
  // The page behind a dialog that closes is hidden for a moment longer.
  await named.or(ofQuest).first().waitFor()
  await ((await named.count()) > 0 ? named : ofQuest).first().click()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
}

/** Opens each place and each dialog there, whose requests the fixture watches, and checks it in all conditions. */
async function walk(page: Page, routes: Record<string, Record<string, string>>, mia = ''): Promise<void> {
  for (const [place, heading] of Object.values(routes).flatMap((ofRoute) => Object.entries(ofRoute))) {
    await openPlace(page, place, mia)
    await expect(page.getByRole('heading', { name: heading }).first(), place).toBeAttached()
    for (const opener of [undefined, ...(openers[place] ?? [])]) {
      if (opener !== undefined) await openDialog(page, opener)
      const where = {
        place: opener === undefined ? place : `${place}: ${opener}`,
        isOfKid: place.startsWith('/kid/'),
        isGame: place.includes('#playground/'),
        isDialog: opener !== undefined,
      }
      for (const [condition, check] of Object.entries(conditions))
        await test.step(`${where.place} in ${condition}`, () => check(page, where))
      await page.keyboard.press('Escape')
      if (opener !== undefined) await overlaysAreGone(page)
    }
  }
}

test('every screen has a place that is walked to', () => {
  expect([...Object.keys(places.open), ...Object.keys(places.closed)].toSorted()).toEqual(
    [...new Set(routes)].toSorted(),
  )
  expect(routes.length).toBeGreaterThanOrEqual(15)
})

test('signed out, each screen asks its own server alone and fits letters, cameras, fingers, contrast and keys', async ({
  page,
}) => {
  await walk(page, places.open)
  // Two fingers zoom for who needs it larger.
  expect(await page.locator('meta[name=viewport]').getAttribute('content')).not.toMatch(/user-scalable|maximum-scale/)
})

test.describe('of a family', () => {
  const { '/kid/:memberId?': bubble, '/wall': wall, ...ofParent } = places.closed

  test.beforeEach(async ({ family, mia }) => {
    await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id, family.memberId], recurring: 'daily' })
    await doQuest(family, mia.id, 'Rake the leaves', 300)
    await addReward(family, 'Ice cream', { gemCost: 10 })
    await setPin(family, (await addMember(family, 'Leo')).id, '1234')
  })

  test("each screen and dialog of a parent's asks its own server alone and fits", ({ page, mia }) =>
    walk(page, ofParent, mia.id))

  test("each screen and dialog of a child's and of the wall asks its own server alone and fits", async ({
    page,
    mia,
  }) => {
    // Anna stands beside the child's gems as here now.
    await openLive(page, '/parent')
    await walk(mia.page, { bubble, wall }, mia.id)
  })

  for (const [locale, texts] of [
    ['de-DE', de],
    ['es-ES', es],
  ] as const) {
    test(`each screen fits the smallest phone: ${locale}`, async ({ family, mia, openContext, openDevice }) => {
      const smallest = { locale, viewport: { width: 320, height: 640 } }
      const child = await tabletOf(mia.id, family, openContext, smallest)
      for (const [page, ofPage] of [
        [await openDevice(smallest), ofParent],
        [child.page, { wall, bubble }],
      ] as const) {
        for (const place of Object.values(ofPage).flatMap((ofRoute) => Object.keys(ofRoute))) {
          await openPlace(page, place, mia.id, texts.shell.kanbanBoard)
          await expect(page.getByRole('heading').first(), place).toBeAttached()
          await expectToFit(page)
          if (!place.endsWith('word-pop')) continue
          await expect(page.getByText(texts.wordPop.inEnglish, { exact: true })).toBeVisible()
          await expectAccessibleAndFits(page)
        }
      }
    })
  }
})
