import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
const { fastSteps, runSteps } = await import('./steps.mjs')
process.exit((await runSteps(fastSteps)) ? 0 : 1)
