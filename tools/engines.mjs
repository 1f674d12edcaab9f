// The browser engines of the tour: which of them this machine has, and how a missing one is installed. Chromium has the
// stories.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter } from 'node:path'

/** @typedef {'Firefox' | 'WebKitGTK' | 'WPE WebKit'} EngineName */

/** The programs of an engine: `browser`; for WebKit also `driver`, and for WebKitGTK the `display`. */
/** @typedef {{ name: EngineName, programs: Record<string, string> }} Engine */

/** The paths that a program of that name may have. @param {string} name */
export const inPath = (name) => (process.env.PATH ?? '').split(delimiter).map((folder) => `${folder}/${name}`)

/** Debian keeps a MiniBrowser beside the libraries of its engine; the newest comes first. @param {RegExp} engine */
function miniBrowsers(engine) {
  const below = (folder) => (existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [])
  const libraries = below('/usr/lib')
  return [...libraries, ...libraries.filter((folder) => folder.endsWith('-linux-gnu')).flatMap(below)]
    .filter((folder) => engine.test(folder))
    .map((folder) => `${folder}/MiniBrowser`)
    .toSorted()
    .toReversed()
}

/** @type {{ name: EngineName, packages: string, onMac?: string, paths: Record<string, string[]> }[]} */
const engines = [
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    onMac: 'brew install --cask firefox',
    paths: {
      browser: [...inPath('firefox-esr'), ...inPath('firefox'), '/Applications/Firefox.app/Contents/MacOS/firefox'],
    },
  },
  {
    name: 'WebKitGTK',
    packages: 'webkit2gtk-driver xvfb',
    paths: {
      driver: inPath('WebKitWebDriver'),
      browser: miniBrowsers(/\/webkit(2gtk|gtk)-\d/),
      display: inPath('Xvfb'),
    },
  },
  {
    // The driver's package does not depend on the engine's.
    name: 'WPE WebKit',
    packages: 'wpewebkit-driver libwpewebkit-1.1-0',
    paths: { driver: inPath('WPEWebDriver'), browser: miniBrowsers(/\/wpe-webkit-\d/) },
  },
]

/** The engines that are whole on this machine. @returns {Engine[]} */
export function findEngines() {
  return engines.flatMap(({ name, paths }) => {
    const programs = Object.entries(paths).map(([program, candidates]) => [
      program,
      candidates.find((path) => existsSync(path)),
    ])
    return programs.some(([, path]) => path === undefined) ? [] : [{ name, programs: Object.fromEntries(programs) }]
  })
}

/** The engines that the tour does without: whether this system could have it, and what to tell a person. */
export function missingEngines() {
  const found = findEngines().map(({ name }) => name)
  return engines
    .filter(({ name }) => !found.includes(name))
    .map(({ name, packages, onMac }) => {
      const command = process.platform === 'linux' ? `apt-get install ${packages}` : onMac
      const how = command === undefined ? ', which only Linux has.' : `. To install: ${command}`
      return { isInstallable: command !== undefined, sentence: `The tour did not run in ${name}${how}` }
    })
}
