import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter } from 'node:path'

/**
 * A Chromium to test with: the one the environment names, the system's, Playwright's own; undefined when there is none.
 * The headless shell is the same engine without a window's frame: the stories take a quarter less of the machine. What it
 * leaves out, as keeping pages for the way back, needs a `whole` one.
 */
export function findChromium({ whole = false } = {}) {
  const named = process.env.CHROMIUM_PATH ?? process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (named) return existsSync(named) ? named : undefined
  const names = [...(whole ? [] : ['chromium-headless-shell']), 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [
    ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ...playwrightsOwn(),
  ].find((path) => existsSync(path))
}

function playwrightsOwn() {
  const caches = [process.env.PLAYWRIGHT_BROWSERS_PATH, `${homedir()}/.cache/ms-playwright`, `${homedir()}/Library/Caches/ms-playwright`]
  const programs = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
  return caches
    .filter((cache) => cache !== undefined && existsSync(cache))
    .flatMap((cache) => readdirSync(cache).map((folder) => `${cache}/${folder}`))
    .filter((folder) => basename(folder).startsWith('chromium-'))
    .flatMap((folder) => programs.map((program) => `${folder}/${program}`))
}
