import { expect, test, watch } from '../family.ts'

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
    const server = 'https://counter.example.org/x'
    const add = (tag: string, attributes: object) =>
      document.body.append(Object.assign(document.createElement(tag), attributes))
    for (const plant of [
      () => void fetch(server).catch(() => {}),
      () => void new WebSocket('wss://counter.example.org/socket'),
      () => void navigator.sendBeacon(server, 'x'),
      () => add('img', { src: server, alt: '' }),
      () => add('script', { src: server }),
      () => add('link', { rel: 'stylesheet', href: server }),
      () => add('iframe', { src: server, title: 'x' }),
      () => void new FontFace('x', `url(${server})`).load().catch(() => {}),
      () => new Audio(server).load(),
    ]) {
      const stopped = new Promise<void>((resolve) => {
        const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
          directives.push(effectiveDirective)
          resolve()
        }
        document.addEventListener('securitypolicyviolation', onViolation, { once: true })
      })
      try {
        plant()
      } catch {
        // Blocked on the spot.
      }
      await stopped
    }
    return directives.join(' ')
  })
  expect(blocked).toBe(
    'connect-src connect-src connect-src img-src script-src-elem style-src-elem frame-src font-src media-src',
  )
  expect(through).toEqual([])
  // The browser writes each into the console, which fails a test.
  const noticed = () => pageErrors.filter((error) => error.includes('counter.example.org')).length
  await expect.poll(noticed).toBeGreaterThanOrEqual(9)
  // A page without that policy opens its socket, as a page of the app would if the policy were lost.
  await page.goto('about:blank')
  await page.evaluate(() => void new WebSocket('ws://localhost:9/socket'))
  await expect.poll(() => pageErrors).toContain('foreign request: ws://localhost:9/socket')
  await context.close()
})
