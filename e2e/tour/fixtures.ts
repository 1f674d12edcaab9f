import { writeFile } from 'node:fs/promises'
import { test as base, expect, type TestInfo } from '@playwright/test'
import { findEngines, type Engine, type EngineName } from '../../tools/engines.mjs'
import type { LaunchOptions } from './driver.ts'
import type { Hand } from './hand.ts'
import { closeDevice, openDevice } from './session.ts'

type Opened = { name: string; hand: Hand }

type Fixtures = {
  engineName: EngineName
  /** The device that all steps of an engine share. */
  hand: Hand
  /** One more device of the step: another engine, or the same in the dark. */
  openAnother: (options?: LaunchOptions & { engineName?: EngineName }) => Promise<Hand>
  watched: void
}

/** The open device of a worker: the steps of an engine come one after the other. */
type SharedDevice = { of(engineName: EngineName): Promise<Hand> }

/** A step of the tour: fails when a page of it throws, writes an error to its console or breaks its Content-Security-Policy. */
export const test = base.extend<Fixtures, { sharedDevice: SharedDevice }>({
  engineName: ['Chromium', { option: true }],
  sharedDevice: [
    async ({ browserName: _none }, use) => {
      let open: Opened | undefined
      const close = async () => {
        if (open !== undefined) await closeDevice(open.hand)
        open = undefined
      }
      await use({
        async of(name) {
          if (open?.name !== name) await close()
          open ??= { name, hand: await openDevice(engineOf(name)) }
          return open.hand
        },
      })
      await close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  hand: async ({ sharedDevice, engineName }, use) => use(await sharedDevice.of(engineName)),
  openAnother: async ({ engineName, hand }, use, testInfo) => {
    const opened: Opened[] = []
    await use(async ({ engineName: name = engineName, ...options } = {}) => {
      const another = await openDevice(engineOf(name), options)
      opened.push({ name: `${name} (device ${opened.length + 2})`, hand: another })
      return another
    })
    try {
      await look([{ name: engineName, hand }, ...opened], testInfo)
    } finally {
      for (const { hand } of opened) await closeDevice(hand)
    }
  },
  watched: [({ openAnother: _ends }, use) => use(), { auto: true }],
})
export { expect }

function engineOf(name: EngineName): Engine {
  const engine = findEngines().find((engine) => engine.name === name)
  if (engine === undefined) throw new Error(`${name} is not installed`)
  return engine
}

/** Looks at what each device of a step said, and keeps that and a screenshot of it when the step failed. */
async function look(devices: readonly Opened[], testInfo: TestInfo): Promise<void> {
  const said = await Promise.all(devices.map(async ({ name, hand }) => ({ name, hand, lines: await hand.takeLines() })))
  const errors = said.flatMap(({ name, lines }) => lines.filter((line) => !/^console\.(warn|log|info):/.test(line)).map((line) => `${name}: ${line}`))
  if (testInfo.status !== testInfo.expectedStatus || errors.length > 0) {
    await keep(testInfo, 'console', 'txt', said.flatMap(({ name, lines }) => lines.map((line) => `${name}: ${line}\n`)).join(''))
    for (const { name, hand } of said) await keep(testInfo, name, 'png', await hand.driver.screenshot())
  }
  expect(errors, 'errors of the pages').toEqual([])
}

async function keep(testInfo: TestInfo, name: string, ending: 'txt' | 'png', content: string | Buffer): Promise<void> {
  const path = testInfo.outputPath(`${name}.${ending}`)
  await writeFile(path, content)
  testInfo.attachments.push({ name, path, contentType: ending === 'png' ? 'image/png' : 'text/plain' })
}
