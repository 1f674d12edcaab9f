import { writeFile } from 'node:fs/promises'
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { exposedAuthCall } from '../testing/exposed-auth-calls.ts'
import { ContextPool, ownPinCookie } from './context-pool.ts'

export type Credentials = { firstName: string; lastName: string; email: string; password: string }

/** A family with a login that nobody used before. */
export function newCredentials(lastName = 'Berg'): Credentials {
  return { firstName: 'Anna', lastName, email: `anna-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }
}

/**
 * Opens one more device of the story: a context of its own with an open page, which ends with the story. Where `mayErr`
 * is set, errors and foreign requests of its pages do not fail the story.
 */
export type OpenContext = (options?: BrowserContextOptions, flags?: { mayErr?: boolean }) => Promise<BrowserContext>

export type Kid = { id: string; tablet: BrowserContext; page: Page }

type Fixtures = {
  /** Shares no context with other stories: for those about signing in and about storage. */
  freshContext: boolean
  /** Errors and foreign requests of the pages, which fail the story at its end. */
  pageErrors: string[]
  openContext: OpenContext
  /** A context that is signed in as a parent of a new family; no page is open yet. */
  family: {
    context: BrowserContext
    credentials: Credentials
    familyId: string
    memberId: string
    columns: { id: string; title: string }[]
  }
  /** A second screen of the family's browser. */
  kitchen: Page
  /** Opens one more device that is signed in as the parent. */
  openDevice: (options?: BrowserContextOptions, flags?: { mayErr?: boolean }) => Promise<Page>
  /** Mia of that family, and a tablet that is signed in and acts as her. */
  mia: Kid
}

/**
 * Fails every test whose page logs an error, throws, sends a foreign request, or calls a part of Auth that the proxy
 * keeps closed.
 */
export const test = base.extend<Fixtures, { contextPool: ContextPool; browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => followPageClock(await newContext(options))
      await use(browser)
    },
    { scope: 'worker' },
  ],
  freshContext: [false, { option: true }],
  contextPool: [({ browser }, use) => use(new ContextPool(browser)), { scope: 'worker' }],
  pageErrors: [
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const pageErrors: string[] = []
      await use(pageErrors)
      expect(pageErrors, 'errors and foreign requests of the pages').toEqual([])
    },
    { auto: true },
  ],
  openContext: async (
    { browser, contextPool, freshContext, pageErrors, baseURL, viewport, locale, hasTouch, isMobile, serviceWorkers },
    use,
    testInfo,
  ) => {
    const origin = baseURL ?? ''
    const common = {
      baseURL: origin,
      ...(locale !== undefined && { locale }),
      viewport,
      hasTouch,
      isMobile,
      serviceWorkers,
    }
    const opened: BrowserContext[] = []
    const consoleLines: string[] = []
    await use(async (options = {}, { mayErr = false } = {}) => {
      const all = { ...common, ...options }
      const context = await (freshContext ? browser.newContext(all) : contextPool.take(all))
      opened.push(context)
      const device = opened.length === 1 ? '' : `device ${opened.length} `
      context.on('console', (message) => consoleLines.push(`${device}${message.type()}: ${message.text()}`))
      context.on('weberror', (error) =>
        consoleLines.push(`${device}error: ${error.error().stack ?? error.error().message}`),
      )
      if (!mayErr) watch(context, origin, pageErrors)
      return context
    })
    const isReusable = testInfo.status === testInfo.expectedStatus && pageErrors.length === 0
    if (!isReusable) await keepFile(testInfo, 'console.txt', 'text/plain', `${consoleLines.join('\n')}\n`)
    for (const context of opened) await contextPool.giveBack(context, { isReusable })
  },
  context: async ({ openContext }, use) => use(await openContext()),
  page: async ({ context }, use) => use(await firstPage(context)),
  family: async ({ context, baseURL }, use) => {
    const credentials = newCredentials()
    const family = { context, credentials, ...(await signUp(context, credentials)) }
    await declineOwnPin(context, family.memberId, baseURL)
    await use(family)
  },
  // After the first page, which is that of `page`.
  kitchen: async ({ family, page: _page }, use) => use(await family.context.newPage()),
  openDevice: async ({ family, openContext, baseURL }, use) =>
    use(async (options, flags) => {
      const device = await openContext(options, flags)
      await declineOwnPin(device, family.memberId, baseURL)
      await signIn(device, family.credentials)
      return firstPage(device)
    }),
  mia: async ({ family, openContext }, use) => use(await miaWithTablet(family, openContext)),
})
export { expect }

/** The parent on this device is not asked for a PIN before a child takes over. */
async function declineOwnPin(context: BrowserContext, parent: string, url = ''): Promise<void> {
  await context.addCookies([{ name: ownPinCookie, value: parent, url }])
}

/** The parent is asked for it. */
export const askForOwnPin = (context: BrowserContext) => context.clearCookies({ name: ownPinCookie })

/** Hides the server's Date header from a page whose clock a story sets, because the two would contradict each other. */
function followPageClock(context: BrowserContext): BrowserContext {
  const install = context.clock.install.bind(context.clock)
  context.clock.install = async (options) => {
    await context.addInitScript(hideServerDate)
    for (const page of context.pages()) await page.evaluate(hideServerDate)
    await install(options)
  }
  return context
}

function hideServerDate(): void {
  const get = Object.getOwnPropertyDescriptor(Headers.prototype, 'get')?.value as Headers['get']
  Headers.prototype.get = function (name) {
    return name.toLowerCase() === 'date' ? null : get.call(this, name)
  }
}

/** Writes a file of a failed story, as the console output of its pages, beside its screenshot. */
export async function keepFile(
  testInfo: TestInfo,
  name: string,
  contentType: string,
  content: string | Buffer,
): Promise<void> {
  const path = testInfo.outputPath(name)
  await writeFile(path, content)
  testInfo.attachments.push({ name, path, contentType })
}

/** The page that is open in a context, or a first one. */
export const firstPage = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage())

export function watch(context: BrowserContext, origin: string, pageErrors: string[]): void {
  const watchPage = (page: Page) => {
    page.on('pageerror', (error) => pageErrors.push(`page error: ${error.message}`))
    page.on('console', (message) => {
      // A refused call is logged by the browser itself; tests that provoke one look at its answer.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        pageErrors.push(`console: ${message.text()}`)
    })
    page.on(
      'websocket',
      (socket) =>
        new URL(socket.url()).host !== new URL(origin).host && pageErrors.push(`foreign request: ${socket.url()}`),
    )
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) pageErrors.push(`foreign request: ${url}`)
      if (new URL(url).pathname.startsWith('/auth/') && exposedAuthCall(request.method(), url) === undefined) {
        pageErrors.push(`call of Auth that deploy/supabase.Caddyfile does not lead out: ${request.method()} ${url}`)
      }
    })
  }
  context.pages().forEach(watchPage)
  context.on('page', watchPage)
}

/** Signs up through the API and leaves the session's cookies in the context. */
export async function signUp(context: BrowserContext, credentials: Credentials) {
  const made = await context.request.post('/api/auth/signup', { data: { ...credentials, timeZone: 'Europe/Berlin' } })
  expect(made.status()).toBe(201)
  const [membership] = await (await context.request.get('/api/families/my')).json()
  const familyId: string = membership.family.id
  const columns: { id: string; title: string }[] = await (
    await context.request.get(`/api/families/${familyId}/quest-columns`)
  ).json()
  return { familyId, memberId: membership.id as string, columns }
}

export async function signIn(context: BrowserContext, { email, password }: Credentials): Promise<void> {
  const done = await context.request.post('/api/auth/login', { data: { email, password } })
  expect(done.status()).toBe(200)
}

export type SignedUp = Fixtures['family']

/** Mia, and a tablet that is signed in and acts as her. */
export async function miaWithTablet(
  family: SignedUp,
  openContext: OpenContext,
  screen: BrowserContextOptions = {},
): Promise<Kid> {
  const made = await family.context.request.post(`/api/families/${family.familyId}/members`, {
    data: { displayName: 'Mia', avatarSeed: 'mia' },
  })
  return tabletOf((await made.json()).id, family, openContext, screen)
}

/** One more tablet of a kid. */
export async function tabletOf(
  id: string,
  family: SignedUp,
  openContext: OpenContext,
  screen: BrowserContextOptions = {},
): Promise<Kid> {
  const tablet = await openContext(screen)
  await signIn(tablet, family.credentials)
  expect((await tablet.request.put('/api/auth/active-member', { data: { memberId: id } })).status()).toBe(200)
  return { id, tablet, page: await firstPage(tablet) }
}

export const columnId = ({ columns }: SignedUp, title: string) =>
  columns.find((known) => known.title === title)?.id ?? ''

/** Adds a quest through the API, into the column of that title. */
export async function addQuest(family: SignedUp, title: string, column = 'To Do', more: Record<string, unknown> = {}) {
  const made = await family.context.request.post(`/api/families/${family.familyId}/quests`, {
    data: {
      title,
      icon: '🧹',
      gemValue: 20,
      assigneeIds: [family.memberId],
      columnId: columnId(family, column),
      ...more,
    },
  })
  expect(made.status()).toBe(201)
  return (await made.json()) as { id: string; title: string; version: number }
}
