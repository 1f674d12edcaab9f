import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findEngines, missingEngines } from './engines.mjs'

let root: string
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'bubblequest-engines-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A machine with these files, and a Chromium where one is named. */
function machine(files: readonly string[], { platform = 'linux', chromium }: { platform?: NodeJS.Platform; chromium?: string } = {}) {
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return { platform, path: '/usr/local/bin:/usr/bin', root, chromium: () => chromium }
}

const webkitGtk = ['usr/bin/WebKitWebDriver', 'usr/bin/Xvfb', 'usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser']
const wpe = ['usr/bin/WPEWebDriver', 'usr/lib/aarch64-linux-gnu/wpe-webkit-1.1/MiniBrowser']
const chromium = '/usr/bin/chromium'

test('a machine with all packages has all four engines, each with its programs', () => {
  const whole = machine(['usr/bin/firefox-esr', ...webkitGtk, ...wpe], { chromium })
  expect(findEngines(whole)).toEqual([
    { name: 'Chromium', programs: { browser: chromium } },
    { name: 'Firefox', programs: { browser: join(root, 'usr/bin/firefox-esr') } },
    {
      name: 'WebKitGTK',
      programs: { driver: join(root, 'usr/bin/WebKitWebDriver'), browser: join(root, webkitGtk[2] ?? ''), display: join(root, 'usr/bin/Xvfb') },
    },
    { name: 'WPE WebKit', programs: { driver: join(root, 'usr/bin/WPEWebDriver'), browser: join(root, wpe[1] ?? '') } },
  ])
  expect(missingEngines(whole)).toEqual({ installable: [], sentences: [] })
})

test('an engine without one of its programs is missing, and one command installs all that are', () => {
  const some = machine(['usr/bin/firefox', 'usr/bin/WebKitWebDriver', 'usr/bin/WPEWebDriver', ...webkitGtk.slice(2)], { chromium })
  expect(findEngines(some).map(({ name }) => name)).toEqual(['Chromium', 'Firefox'])
  expect(missingEngines(some)).toEqual({
    installable: ['WebKitGTK', 'WPE WebKit'],
    sentences: ['The tour did not run in WebKitGTK and WPE WebKit. To install: apt-get install webkit2gtk-driver xvfb wpewebkit-driver libwpewebkit-1.1-0'],
  })
})

test('a Mac is told what it can install, and what only Linux has', () => {
  const mac = machine([], { platform: 'darwin', chromium })
  expect(missingEngines(mac)).toEqual({
    installable: ['Firefox'],
    sentences: [
      'The tour did not run in Firefox. To install: brew install --cask firefox',
      'The tour did not run in WebKitGTK and WPE WebKit, which only Linux has.',
    ],
  })
  const withFirefox = machine(['Applications/Firefox.app/Contents/MacOS/firefox'], { platform: 'darwin', chromium })
  expect(findEngines(withFirefox).map(({ name }) => name)).toEqual(['Chromium', 'Firefox'])
  expect(missingEngines(withFirefox).installable).toEqual([])
})

test('of several versions of an engine the newest is taken', () => {
  const both = machine([...wpe, 'usr/lib/aarch64-linux-gnu/wpe-webkit-2.0/MiniBrowser'])
  expect(findEngines(both).map(({ programs }) => programs['browser'])).toEqual([join(root, 'usr/lib/aarch64-linux-gnu/wpe-webkit-2.0/MiniBrowser')])
})
