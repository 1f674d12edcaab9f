import type { Page } from '@playwright/test'
import { expect, test as base } from './family.ts'
import { UploadSite, type Call } from './upload-site.ts'

export { expect }
/** The address of the requests that the browser signs itself. */
export const amazon = 'https://s3.eu-central-1.amazonaws.com/'

export const test = base.extend<{ bench: Page }, { site: UploadSite }>({
  site: [
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const site = await UploadSite.start()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.origin),
  // oxlint-disable-next-line eslint/no-empty-pattern
  pageErrors: async ({}, use) => {
    const pageErrors: string[] = []
    await use(pageErrors)
    expect(pageErrors.filter((error) => !error.startsWith(`foreign request: ${amazon}`))).toEqual([])
  },
  /** The test page with an uploader that uses the companion; whatever a story does, no part stays behind. */
  bench: async ({ page, site }, use) => {
    await site.reset()
    await page.goto('/')
    // Films are small here, so that the stories are quick.
    await page.evaluate(() => window.begin({ partsFrom: 20 }))
    await use(page)
    await expect.poll(() => site.uploadsUnderWay()).toEqual([])
  },
})

export const add = (page: Page, name: string, megabytes: number) =>
  page.evaluate(([name, megabytes]) => window.add(name, megabytes), [name, megabytes] as const)
export const start = (page: Page) => page.evaluate(() => void window.uppy.upload())
export const pauseOrResume = (page: Page, id: string) => page.evaluate((id) => window.uppy.pauseResume(id), id)
export const isComplete = (page: Page, id: string) =>
  page.evaluate((id) => window.uppy.getFile(id).progress.uploadComplete, id)
/** A hundred megabytes go through four processes: on a busy machine that takes a minute. */
const forFilms = { timeout: 120_000 }
export const complete = (page: Page, id: string) => expect.poll(() => isComplete(page, id), forFilms).toBe(true)
export const failure = (page: Page, name: string) => page.evaluate((name) => window.failures[name], name)

export const isPart = (call: Call) => call.to === 's3' && call.method === 'PUT' && call.query.has('partNumber')
export const isBeginning = (call: Call) => call.to === 's3' && call.query.has('uploads')

/**
 * Lets so many parts reach the S3 server; further ones wait until it is opened, or until it closes their connections.
 */
export function gateAfter(site: UploadSite, count: number) {
  let passed = 0
  const { promise, resolve } = Promise.withResolvers<'hang up' | undefined>()
  site.before = (call) => (isPart(call) && ++passed > count ? promise : undefined)
  return {
    open: () => resolve(undefined),
    hangUp: () => resolve('hang up'),
    reached: () => expect.poll(() => site.partsOnDisk().length, forFilms).toBe(count),
  }
}

/** A film of which six parts lie on the server, and the others were refused after a pause. */
export async function failedAfterPause(bench: Page, site: UploadSite) {
  const film = await add(bench, 'film.mp4', 41)
  const gate = gateAfter(site, 6)
  await start(bench)
  await gate.reached()
  await pauseOrResume(bench, film.id)
  gate.hangUp()
  site.before = (call) => (isPart(call) ? { status: 403 } : undefined)
  await pauseOrResume(bench, film.id)
  await expect.poll(() => failure(bench, 'film.mp4'), forFilms).toBe('Non 2xx')
  expect(site.partsOnDisk()).toHaveLength(6)
  site.before = () => undefined
  site.calls.length = 0
  return film
}
