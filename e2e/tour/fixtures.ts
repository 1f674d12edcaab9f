import { test as base, expect, request, type BrowserContext } from '@playwright/test'
import { findEngines, type EngineName } from '../../tools/engines.mjs'
import { storyPort } from '../story-server.ts'
import { addMember } from '../actions.ts'
import { keepFile, newCredentials, signUp, type SignedUp } from '../family.ts'
import { TourDevice } from './device.ts'
import { launchFirefox } from './firefox.ts'
import { startProxy } from './proxy.ts'
import { launchWebKit } from './webkit.ts'

/** A family with Mia; its context, which only sends requests, is a device of its own. */
export type TourFamily = SignedUp & { kidId: string }

type Fixtures = {
  engineName: EngineName
  /** The device that all steps of an engine share. */
  device: TourDevice
  /** The family that all steps of an engine share: the device is signed in to it as the parent. */
  family: TourFamily
}

/** Kept open by a worker: the steps of an engine run one after the other. */
type Shared = { engineName?: EngineName; device?: TourDevice; family?: TourFamily }

/**
 * A step of the tour: fails when a page of it throws, writes an error to its console or breaks its
 * Content-Security-Policy.
 */
export const test = base.extend<Fixtures, { shared: Shared }>({
  engineName: ['Firefox', { option: true }],
  shared: [
    async ({ browserName: _none }, use) => {
      const shared: Shared = {}
      await use(shared)
      await shared.device?.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  device: async ({ shared, engineName }, use, testInfo) => {
    if (shared.engineName !== engineName) {
      await shared.device?.close()
      Object.assign(shared, { engineName, device: await launch(engineName), family: undefined })
    }
    const device = shared.device as TourDevice
    await use(device)
    const errors = await device.ask('takeErrors')
    if (testInfo.status !== testInfo.expectedStatus || errors.length > 0)
      await keepFile(testInfo, 'device.png', 'image/png', await device.driver.screenshot())
    expect(errors, 'errors of the pages').toEqual([])
  },
  family: async ({ shared, device }, use) => {
    if (shared.family === undefined) {
      shared.family = await newFamily()
      await device.open('/privacy')
      const { email, password } = shared.family.credentials
      await device.call('POST', '/api/auth/login', { email, password })
      // Answers whose device it is, because the question would move a card between a step's look and its press.
      await device.call('PUT', '/api/auth/device', { use: 'own' })
    }
    // From the page of the step before: WebKit 2.38 sometimes never ends a navigation that a service worker leaves to it.
    await device.actAs(shared.family.memberId)
    await use(shared.family)
  },
})
export { expect }

/** Starts an engine; only Firefox takes preferences. */
export async function launch(name: EngineName, preferences?: Record<string, unknown>): Promise<TourDevice> {
  const engine = findEngines().find((engine) => engine.name === name)
  if (engine === undefined) throw new Error(`${name} is not installed`)
  const driver = await (name === 'Firefox' ? launchFirefox : launchWebKit)(engine.programs, preferences)
  return new TourDevice(driver, await startProxy(storyPort))
}

async function newFamily(): Promise<TourFamily> {
  const context = { request: await request.newContext({ baseURL: `http://localhost:${storyPort}` }) } as BrowserContext
  const credentials = newCredentials()
  const family = { context, credentials, ...(await signUp(context, credentials)) }
  return { ...family, kidId: (await addMember(family, 'Mia', { avatarSeed: 'mia' })).id }
}
