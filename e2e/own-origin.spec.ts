import { expect, test, watch } from './family.ts'

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
