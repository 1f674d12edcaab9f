import { install } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)
install({ development: true })
const { fastSteps, runSteps } = await import('./steps.mjs')
process.exit((await runSteps(fastSteps)) ? 0 : 1)
