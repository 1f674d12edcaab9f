import type { Engine } from '../../tools/engines.mjs'
import { storyPort } from '../../tools/story-server.mjs'
import type { LaunchOptions } from './driver.ts'
import { Hand } from './hand.ts'
import { startProxy } from './proxy.ts'
import { launchPuppeteer } from './puppeteer-driver.ts'
import { launchWebDriver } from './webdriver.ts'

/** A browser of its own with a page, and its own way to the story server. */
export async function openDevice(engine: Engine, options: LaunchOptions = {}): Promise<Hand> {
  const proxy = await startProxy(storyPort)
  const launch = engine.name.includes('WebKit') ? launchWebDriver : launchPuppeteer
  return new Hand(await launch(engine, options), proxy)
}

export async function closeDevice({ driver, proxy }: Hand): Promise<void> {
  await driver.close()
  await proxy.close()
}
