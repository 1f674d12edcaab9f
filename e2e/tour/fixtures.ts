import { writeFile } from 'node:fs/promises'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { findEngines, type EngineName } from '../../tools/engines.mjs'
import { storyPort } from '../../tools/story-server.mjs'
import { TourDevice } from './device.ts'
import type { LaunchOptions } from './driver.ts'
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
  /** Opens one more device of the step: another engine, or the same in the dark. */
  openDevice: (options?: LaunchOptions & { engineName?: EngineName }) => Promise<TourDevice>
  watched: void
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
  openDevice: async ({ engineName, device }, use, testInfo) => {
    const devices = [device]
    await use(async ({ engineName: name = engineName, ...options } = {}) => {
      const opened = await launch(name, options)
      devices.push(opened)
      return opened
    })
    try {
      await checkConsoles(devices, testInfo)
    } finally {
      for (const opened of devices.slice(1)) await opened.close()
    }
  },
  watched: [({ openDevice: _ends }, use) => use(), { auto: true }],
})
export { expect }

async function launch(name: EngineName, options: LaunchOptions = {}): Promise<TourDevice> {
  const engine = findEngines().find((engine) => engine.name === name)
  if (engine === undefined) throw new Error(`${name} is not installed`)
  const driver = await (name === 'Firefox' ? launchFirefox : launchWebKit)(engine.programs, options)
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
    await keep(testInfo, 'console.txt', 'text/plain', lines.flat().join('\n'))
    for (const [index, { driver }] of devices.entries())
      await keep(testInfo, `device-${index + 1}.png`, 'image/png', await driver.screenshot())
  }
  expect(errors, 'errors of the pages').toEqual([])
}

async function keep(testInfo: TestInfo, name: string, contentType: string, content: string | Buffer): Promise<void> {
  const path = testInfo.outputPath(name)
  await writeFile(path, content)
  testInfo.attachments.push({ name, path, contentType })
}
