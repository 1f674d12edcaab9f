/// <reference lib="dom" />
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { findChromium } from '../../tools/chromium.mjs'
import type { BrowserRun } from '../browser.ts'
import type { Probe } from '../figures.ts'
import { measureInTurn } from '../turns.ts'
import { throttles } from './tab.ts'

/** Opens each address in one browser, measures them in turn and prints what was measured as JSON. */
export async function runInBrowser(
  probesOf: (url: string, browser: Browser, isTrial: boolean) => Promise<Probe[]>,
): Promise<void> {
  // Leaving by `exit` lets Playwright end the browser and remove its profile.
  process.once('SIGTERM', () => process.exit(143))
  const { name, candidate, baseline, ...plan }: BrowserRun = JSON.parse(process.argv[2] ?? '')
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('No Chromium was found. Install one or name it in CHROMIUM_PATH.')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], handleSIGTERM: false })
  // Throttled probes repeat what the others do.
  const isWanted = ({ figures: [{ name }] }: Probe) => !plan.isTrial || !name.endsWith(throttles[1].slow)
  const open = async (url: string) => (await probesOf(url, browser, plan.isTrial)).filter(isWanted)
  const measured = await measureInTurn(
    await open(candidate),
    baseline === undefined ? [] : await open(baseline),
    plan,
    (line) => console.error(`${name}: ${line}`),
  )
  await browser.close()
  console.log(JSON.stringify(measured))
}
