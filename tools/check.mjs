import { fileURLToPath } from 'node:url'
import { runChecks } from './run-checks.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
runChecks('fast')
