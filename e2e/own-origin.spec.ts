import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { gameIds } from '#domain/games/games.ts'
import { addReward } from './actions.ts'
import { addQuest, expect, test, watch } from './family.ts'

/** Every route of the app, read from its one list of screens. */
const addresses = [...readFileSync('app/shell/screens.tsx', 'utf8').matchAll(/ path="([^"]+)"/g)].map(
  ([, path = '']) => path,
)

const kidParts = ['#rewards', '#gems', '#playground', ...gameIds.map((game) => `#playground/${game}`)]

/** The routes for visitors without a session; the others lead to the sign-in page. */
const open = ['/', '/signup', '/login', '/forgot-password', '/new-password', '/privacy', '/privacy/kids', '*']

const closed = addresses.filter((address) => !open.includes(address))

/** A place of that address to go to. */
const placeOf = (address: string, memberId: string) =>
  address === '*' ? '/nowhere' : address.replace('/:memberId?', `/${memberId}`)

/** Opens one place and waits for all of its requests, which the fixture watches. Checks the policy of its page. */
async function visit(page: Page, place: string): Promise<void> {
  // A page of its own each: an address that differs in its hash alone would load nothing.
  await page.goto('about:blank')
  const answer = await page.goto(place)
  await expect(page.getByRole('heading').or(page.getByRole('button')).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const policy = await answer?.headerValue('content-security-policy')
  for (const rule of strict) expect(policy, place).toContain(rule)
}

const strict = [
  "default-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "object-src 'none'",
]

test('the list of screens is read whole', () => {
  expect(addresses).toEqual(expect.arrayContaining([...open, '/parent/:memberId?', '/kid/:memberId?', '/wall']))
  expect(addresses.length).toBeGreaterThanOrEqual(15)
  expect(closed.length).toBeGreaterThanOrEqual(7)
})

test('signed out, no screen asks anybody but its own server', async ({ page }) => {
  for (const address of [...open, '/settings']) await visit(page, placeOf(address, ''))
})

test('no screen of a parent, of a kid, no game and no wall asks anybody but its own server', async ({
  family,
  page,
  mia,
}) => {
  await addQuest(family, 'Dishes', 'To Do', { assigneeIds: [mia.id] })
  await addReward(family, 'Ice cream', { gemCost: 10 })
  for (const place of [
    ...closed.map((address) => placeOf(address, family.memberId)),
    '/family-members#learning',
    '/rewards-store#ledger',
  ]) {
    await visit(page, place)
  }
  for (const place of ['', ...kidParts].map((part) => `/kid/${mia.id}${part}`)) await visit(mia.page, place)
  for (const place of ['/wall', '/privacy/kids']) await visit(mia.page, place)
})

test('a request to another server, planted into a page, is blocked there, and our tests notice it', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const pageErrors: string[] = []
  watch(context, baseURL ?? '', pageErrors)
  // Aborts any request that the policy lets through.
  const through: string[] = []
  await context.route(/^https?:\/\/[^/]*example\.org/, (route) => {
    through.push(route.request().url())
    return route.abort()
  })
  const page = await context.newPage()
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const blocked = await page.evaluate(async () => {
    const directives: string[] = []
    const added = (tag: string, attributes: object) =>
      document.body.append(Object.assign(document.createElement(tag), attributes))
    const ways: Record<string, () => unknown> = {
      fetch: () => fetch('https://counter.example.org/fetch').catch(() => {}),
      socket: () => new WebSocket('wss://counter.example.org/socket'),
      beacon: () => navigator.sendBeacon('https://counter.example.org/beacon', 'x'),
      picture: () => added('img', { src: 'https://counter.example.org/pixel.gif', alt: '' }),
      script: () => added('script', { src: 'https://counter.example.org/tag.js' }),
      style: () => added('link', { rel: 'stylesheet', href: 'https://counter.example.org/font.css' }),
      frame: () => added('iframe', { src: 'https://counter.example.org/frame', title: 'x' }),
      font: () => new FontFace('x', 'url(https://counter.example.org/font.woff2)').load().catch(() => {}),
      sound: () => new Audio('https://counter.example.org/sound.mp3').load(),
    }
    for (const [name, plant] of Object.entries(ways)) {
      const stopped = new Promise<void>((resolve) => {
        document.addEventListener(
          'securitypolicyviolation',
          ({ blockedURI, effectiveDirective }) => {
            if (blockedURI.includes('counter.example.org')) directives.push(`${name}: ${effectiveDirective}`)
            resolve()
          },
          { once: true },
        )
      })
      try {
        plant()
      } catch {
        // Blocked on the spot.
      }
      await stopped
    }
    return directives
  })
  expect(blocked).toEqual([
    ...[
      'fetch: connect-src',
      'socket: connect-src',
      'beacon: connect-src',
      'picture: img-src',
      'script: script-src-elem',
    ],
    ...['style: style-src-elem', 'frame: frame-src', 'font: font-src', 'sound: media-src'],
  ])
  expect(through).toEqual([])
  // The browser writes each into the console, which fails a test.
  await expect
    .poll(() => pageErrors.filter((error) => error.includes('counter.example.org')).length)
    .toBeGreaterThanOrEqual(9)
  // A page without that policy opens its socket, as a page of the app would if the policy were lost.
  await page.goto('about:blank')
  await page.evaluate(() => void new WebSocket('ws://localhost:9/socket'))
  await expect.poll(() => pageErrors).toContain('foreign request: ws://localhost:9/socket')
  await context.close()
})
