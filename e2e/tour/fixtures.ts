import { test as base, expect, type TestInfo } from '@playwright/test'
import { findEngines, type EngineName } from '../../tools/engines.mjs'
import { storyPort } from '../../tools/story-server.mjs'
import { keepFile } from '../family.ts'
import { TourDevice } from './device.ts'
import { actAs, signUp, type TourFamily } from './family.ts'
import { launchFirefox } from './firefox.ts'
import { emptyPath, startProxy } from './proxy.ts'
import { launchWebKit } from './webkit.ts'

type Fixtures = {
  engineName: EngineName
  /** The device that all steps of an engine share, signed out. */
  device: TourDevice
  /** The family that all steps of an engine share: the device is signed in and acts as the parent. */
  family: TourFamily
  /** Opens one more device of the step: another engine, or the same with a system that asks for dark pages. */
  openDevice: (options: { engineName?: EngineName; isDark?: boolean }) => Promise<TourDevice>
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
  device: async ({ shared, engineName }, use) => {
    if (shared.engineName !== engineName) {
      await shared.device?.close()
      Object.assign(shared, { engineName, device: await launch(engineName), family: undefined })
    }
    await use(shared.device as TourDevice)
  },
  family: async ({ shared, device }, use) => {
    shared.family ??= await signUp(device)
    await device.open(emptyPath)
    await actAs(device, shared.family.parentId)
    await use(shared.family)
  },
  openDevice: [
    async ({ engineName, device }, use, testInfo) => {
      const devices = [device]
      await use(async ({ engineName: name = engineName, isDark = false }) => {
        const opened = await launch(name, isDark)
        devices.push(opened)
        return opened
      })
      try {
        await checkConsoles(devices, testInfo)
      } finally {
        for (const opened of devices.slice(1)) await opened.close()
      }
    },
    { auto: true },
  ],
})
export { expect }

async function launch(name: EngineName, isDark = false): Promise<TourDevice> {
  const engine = findEngines().find((engine) => engine.name === name)
  if (engine === undefined) throw new Error(`${name} is not installed`)
  const driver = await (name === 'Firefox' ? launchFirefox : launchWebKit)(engine.programs, isDark)
  return new TourDevice(driver, await startProxy(storyPort))
}

/**
 * Reads what each device of a step wrote to its console, and keeps that and a screenshot of it when the step failed.
 */
async function checkConsoles(devices: readonly TourDevice[], testInfo: TestInfo): Promise<void> {
  const lines = await Promise.all(
    devices.map(async (device, index) =>
      (await device.ask('takeConsole')).map((line) => `device ${index + 1}: ${line}`),
    ),
  )
  const errors = lines.flat().filter((line) => !/^device \d: console\.(warn|log|info):/.test(line))
  if (testInfo.status !== testInfo.expectedStatus || errors.length > 0) {
    await keepFile(testInfo, 'console.txt', 'text/plain', lines.flat().join('\n'))
    for (const [index, { driver }] of devices.entries())
      await keepFile(testInfo, `device-${index + 1}.png`, 'image/png', await driver.screenshot())
  }
  expect(errors, 'errors of the pages').toEqual([])
}
