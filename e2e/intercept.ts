import { expect, type Page, type Route } from '@playwright/test'

const probe = '/bubble.svg?intercepted'
const intercepted = new WeakSet<Page>()

/**
 * From now on the page's requests for `url` go to `handler`; `page.unroute` ends that.
 * `page.route` alone resolves before the browser intercepts an open page: requests of the next
 * milliseconds can still reach the server.
 */
export async function intercept(
  page: Page,
  url: Parameters<Page['route']>[0],
  handler: Parameters<Page['route']>[1],
): Promise<void> {
  if (!intercepted.has(page)) {
    intercepted.add(page)
    // Stays, so that the browser goes on intercepting when nothing else is left to.
    await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }))
    if (page.url() !== 'about:blank')
      await expect.poll(() => page.evaluate(async (asked) => (await fetch(asked)).status, probe)).toBe(204)
  }
  await page.route(url, handler)
}

type Answer = NonNullable<Parameters<Route['fulfill']>[0]>

/** A refusal without a message. A server or network error is no refusal: the page would try again. */
export const refusal = { status: 400, body: '' }

/**
 * Makes the page's next changing call of `url` fail: with a refusal, with this response, or, for calls without a key,
 * as unreachable.
 */
export async function failNext(page: Page, url: string | RegExp, how: Answer | 'unreachable' = refusal): Promise<void> {
  const fail = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await page.unroute(url, fail)
    return how === 'unreachable' ? route.abort() : route.fulfill(how)
  }
  await intercept(page, url, fail)
}

/** The read with which each page of a family opens. */
export const stateUrl = '**/api/families/*/state**'

/** From now on the page's reads of its family have these parts of it instead; `page.unroute(stateUrl)` ends that. */
export const interceptState = (page: Page, change: (state: Record<string, unknown>) => object): Promise<void> =>
  intercept(page, stateUrl, async (route) => {
    // What the page knows is not the server's.
    const response = await route.fetch({ url: route.request().url().replace(/\?.*/, '') })
    const state = await response.json()
    await route.fulfill({ response, json: { ...state, ...change(state) } })
  })

/** Ends all interception of the page. */
export async function stopIntercepting(page: Page): Promise<void> {
  intercepted.delete(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
