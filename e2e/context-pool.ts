import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { stopIntercepting } from './intercept.ts'

/** A cookie with the id of a parent who does not want a PIN, so that no story is asked for it on the way to a child. */
export const ownPinCookie = 'story-parent-without-pin'

function declineOwnPin(cookie: string): void {
  const parent = new RegExp(`${cookie}=([^;]+)`).exec(window.origin === 'null' ? '' : document.cookie)?.[1]
  if (parent !== undefined) localStorage.setItem('askedForPin', parent)
}

type Pooled = {
  key: string
  context: BrowserContext
  page: Page
  session: CDPSession
  options: BrowserContextOptions
  isSpent: boolean
}

/** Each idle context keeps a renderer; the oldest goes when there are more. */
const mostIdle = 4

/** Calls whose effect cannot be undone, so that the context is closed instead of reused. */
const lasting = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
  ],
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime'],
}

/** Events that stories listen to; Playwright itself listens to `close` and `crash`. */
const events = {
  context: ['console', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror'],
  page: [
    'console',
    'dialog',
    'download',
    'filechooser',
    'framenavigated',
    'pageerror',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
    'websocket',
  ],
}

/**
 * Contexts of one worker, each with one open page that keeps its renderer process between tests: a first load there
 * costs half the CPU time of one in a new process.
 */
export class ContextPool {
  readonly #browser: Browser
  readonly #idle: Pooled[] = []
  readonly #inUse = new Map<BrowserContext, Pooled>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** A context with a blank page and nothing of any earlier test. */
  async take(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(Object.entries(options).toSorted())
    const at = this.#idle.findLastIndex((pooled) => pooled.key === key)
    const [pooled = await this.#open(key, options)] = at < 0 ? [] : this.#idle.splice(at, 1)
    this.#inUse.set(pooled.context, pooled)
    return pooled.context
  }

  /** Resets the context for the next test, or closes it when that cannot be done. */
  async giveBack(context: BrowserContext, { isReusable }: { isReusable: boolean }): Promise<void> {
    const pooled = this.#inUse.get(context)
    this.#inUse.delete(context)
    if (pooled === undefined || pooled.isSpent || pooled.page.isClosed() || !isReusable) return context.close()
    await reset(pooled)
    this.#idle.push(pooled)
    if (this.#idle.length > mostIdle) await this.#idle.shift()?.context.close()
  }

  async #open(key: string, options: BrowserContextOptions): Promise<Pooled> {
    const context = await this.#browser.newContext(options)
    await context.addInitScript(declineOwnPin, ownPinCookie)
    await context.addInitScript(hideFirstRun)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const pooled: Pooled = { key, context, page, session, options, isSpent: false }
    const spend = () => (pooled.isSpent = true)
    for (const name of lasting.context) callBefore(context, name, spend)
    for (const name of lasting.page) callBefore(page, name, spend)
    for (const name of lasting.clock) callBefore(context.clock, name, spend)
    return pooled
  }
}

/**
 * Hides what is next of the first run, as on a family's older devices: most stories begin with a family that lacks
 * something. Those of the first run have contexts of their own.
 */
export function hideFirstRun(): void {
  try {
    localStorage.setItem('firstRunOver', 'true')
  } catch {
    // A blank page has no storage.
  }
}

/** Makes a method of the object call `before` first. */
function callBefore(object: object, name: string, before: () => void): void {
  const method: unknown = Reflect.get(object, name)
  if (typeof method !== 'function') throw new Error(`There is no method ${name}`)
  Reflect.set(object, name, (...inputs: unknown[]): unknown => {
    before()
    return Reflect.apply(method, object, inputs)
  })
}

async function reset({ context, page, session, options }: Pooled): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const event of events.context) context.removeAllListeners(event)
  for (const event of events.page) page.removeAllListeners(event)
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await stopIntercepting(page)
  const origins = new Set(
    [options.baseURL ?? page.url(), page.url()]
      .filter((url) => url.startsWith('http'))
      .map((url) => new URL(url).origin),
  )
  // Session storage belongs to the tab, and is reached from its own origin alone.
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear())
  // A page that is left can still write to its storage: cleared once it is gone.
  await page.goto('about:blank')
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await context.clearCookies()
  await session.send('Page.resetNavigationHistory')
  const { colorScheme = 'light', reducedMotion = 'no-preference' } = options
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors: 'none', contrast: 'no-preference' })
  if (options.viewport) await page.setViewportSize(options.viewport)
  await page.mouse.up()
  await page.mouse.move(-1, -1)
}
