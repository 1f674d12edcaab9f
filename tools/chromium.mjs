import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter } from 'node:path'

/** A Chromium to test with: the one the environment names, the system's, Playwright's own; undefined when there is none. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH ?? process.env.PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH
  if (named) return existsSync(named) ? named : undefined
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const own = process.env.PLAYWRIGHT_BROWSERS_PATH ?? `${homedir()}/.cache/ms-playwright`
  return [
    ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
    ...globSync(`${own}/chromium-*/chrome-linux*/chrome`),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => existsSync(path))
}
