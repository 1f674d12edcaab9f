import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
const { findChromium } = await import('./chromium.mjs')
if (findChromium() === undefined) {
  console.error('The tests need a Chromium. Install one (Debian: apt-get install chromium) or name one: CHROMIUM_PATH=/path/to/chromium npm test')
  process.exit(1)
}
const { fastSteps, runSteps, slowSteps } = await import('./steps.mjs')
process.exit((await runSteps([...fastSteps, ...slowSteps])) ? 0 : 1)
