// npm run screen-reader: the journeys by Orca and Firefox, outside of `npm test`.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { provideChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { findNode } from './programs.mjs'

install({ development: true })
provideChromium()
rmSync('screen-reader.log', { force: true })
const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/screen-reader/playwright.config.ts']
process.exitCode = spawnSync(findNode(), [...args, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1
