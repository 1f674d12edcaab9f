// Runs what Playwright does outside of `npm test`: node tools/playwright.mjs FOLDER, with a configuration in it.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { findNode } from './programs.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })
const [folder, ...options] = process.argv.slice(2)
const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', `${folder}/playwright.config.ts`, ...options]
process.exitCode = spawnSync(findNode(), args, { stdio: 'inherit' }).status ?? 1
