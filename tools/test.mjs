import { fileURLToPath } from 'node:url'
import { provideChromium } from './chromium.mjs'
import { runChecks } from './run-checks.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
runChecks('all', provideChromium)
