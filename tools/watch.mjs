// Runs the unit tests and checks the types of what is touched, as long as it runs: npm run watch
import { spawn } from 'node:child_process'
import { existsSync, watch } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install } from './install.mjs'
import { denoEnvironment, findDeno, findNode } from './programs.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
install({ development: true })

const serverFolders = ['bench', 'deploy', 'edge-functions', 'embedded', 'supabase/tests', 'testing']
const options = { stdio: ['ignore', 'inherit', 'inherit'], env: denoEnvironment }
const children = [
  // All once, to know which tests import which file; then those that import a touched one.
  spawn(findNode(), ['node_modules/vitest/vitest.mjs', 'watch'], options),
  spawn(findNode(), ['node_modules/typescript/bin/tsc', '-p', '.', '--watch', '--preserveWatchOutput'], options),
]

const touched = new Set()
let soon
for (const folder of serverFolders) {
  watch(folder, { recursive: true }, (_, file) => {
    if (file?.endsWith('.ts')) touched.add(`${folder}/${file}`)
    clearTimeout(soon)
    soon = setTimeout(checkTouched, 100)
  })
}

function checkTouched() {
  const files = [...touched].filter((file) => existsSync(file))
  touched.clear()
  if (files.length === 0) return
  const check = spawn(findDeno(), ['check', '--quiet', ...files], options)
  check.on('exit', (code) => console.log(`${code === 0 ? 'ok  ' : 'FAIL'} types of ${files.join(' ')}`))
}

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
  process.exit()
}
for (const child of children) child.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
