// Runs the unit tests and checks the types of what is touched, as long as it runs: npm run watch
import { fileURLToPath } from 'node:url'
import { start } from './child-programs.mjs'
import { install } from './install.mjs'
import { findDeno, findNode } from './programs.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })

// All once, to know which tests import which file; then those that import a touched one.
start([findNode(), 'node_modules/vitest/vitest.mjs', 'watch'])
start([findNode(), 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.app.json', '--watch', '--preserveWatchOutput'])
const ofServerSide = ['bench', 'deploy', 'edge-functions', 'embedded', 'supabase/tests', 'testing']
start([findDeno(), 'check', '--watch', '--no-clear-screen', '--quiet', ...ofServerSide])
