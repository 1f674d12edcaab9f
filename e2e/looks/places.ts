import type { Page } from '@playwright/test'
import { gameIds, gameNames } from '#domain/games/games.ts'
import { shell } from '#app/texts/en.ts'
import { expect } from '../family.ts'

/**
 * The places of each route, those for everybody and those of a family: the address, after a comma the tab to press
 * there, and a part of a heading.
 */
export const places = {
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
      '/welcome/mode': 'When a child redeems a reward',
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
export const openers: Record<string, readonly string[]> = {
  '/parent, kanbanBoard': ['Create Quest', 'Search quests', 'Dishes', 'Add Column'],
  '/rewards-store': ['Add Reward', 'Edit Ice cream'],
  '/family-members': ['Edit Mia', 'Add Family Member', 'Plan time away', 'Leo', 'Switch to Leo, asks for a PIN'],
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
export async function openPlace(
  page: Page,
  place: string,
  mia: string,
  kanbanBoard = shell.kanbanBoard,
): Promise<void> {
  const [address = '', tab] = place.split(', ')
  const answer = await page.goto(address.replace('/mia', `/${mia}`))
  if (mia !== '' && !place.includes('#playground/')) await page.locator('[data-live=live]').waitFor()
  if (tab !== undefined) await page.getByRole('tab', { name: kanbanBoard }).click()
  const policy = await answer?.headerValue('content-security-policy')
  if (answer !== null) for (const rule of strict) expect(policy, place).toContain(rule)
}

/** Opens a dialog by the button of that name, or by that of the quest. */
export async function openDialog(page: Page, opener: string): Promise<void> {
  const named = page.getByRole('button', { name: opener, exact: true })
  const ofQuest = page.getByRole('article', { name: opener, exact: true }).getByRole('button')
  // The page behind a dialog that closes is hidden for a moment longer.
  await named.or(ofQuest).first().waitFor()
  await ((await named.count()) > 0 ? named : ofQuest).first().click()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
}
