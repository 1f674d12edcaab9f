// The browser engines that the tour of the product runs in: which of them this machine has, and how a missing one is installed.
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findChromium } from './chromium.mjs'

/** @typedef {'Chromium' | 'Firefox' | 'WebKitGTK' | 'WPE WebKit'} EngineName */

/** The programs of an engine by what they do: `browser`; for WebKit also `driver`, and for WebKitGTK the `display`. */
/** @typedef {{ name: EngineName, programs: Record<string, string> }} Engine */

/**
 * What is looked at to find engines; tests give another one.
 * @typedef {{ platform: NodeJS.Platform, path: string, root: string, chromium: () => string | undefined }} Machine
 */

/** @type {Machine} */
const thisMachine = { platform: process.platform, path: process.env.PATH ?? '', root: '/', chromium: findChromium }

/** @type {{ name: EngineName, packages: string[], onMac?: string, find: (machine: Machine) => Record<string, string | undefined> }[]} */
const engines = [
  {
    name: 'Chromium',
    packages: ['chromium'],
    onMac: 'npx playwright install chromium',
    find: ({ chromium }) => ({ browser: chromium() }),
  },
  {
    name: 'Firefox',
    packages: ['firefox-esr'],
    onMac: 'brew install --cask firefox',
    find: (machine) => ({
      browser: inPath(machine, 'firefox-esr') ?? inPath(machine, 'firefox') ?? existing(join(machine.root, 'Applications/Firefox.app/Contents/MacOS/firefox')),
    }),
  },
  {
    name: 'WebKitGTK',
    packages: ['webkit2gtk-driver', 'xvfb'],
    find: (machine) => ({
      driver: inPath(machine, 'WebKitWebDriver'),
      browser: inLibraries(machine, /^webkit(2gtk|gtk)-\d/),
      display: inPath(machine, 'Xvfb'),
    }),
  },
  {
    // The driver's package does not depend on the engine's.
    name: 'WPE WebKit',
    packages: ['wpewebkit-driver', 'libwpewebkit-1.1-0'],
    find: (machine) => ({ driver: inPath(machine, 'WPEWebDriver'), browser: inLibraries(machine, /^wpe-webkit-\d/) }),
  },
]

/** The engines that are whole on this machine. @returns {Engine[]} */
export function findEngines(machine = thisMachine) {
  return engines.flatMap(({ name, find }) => {
    const programs = find(machine)
    return Object.values(programs).includes(undefined) ? [] : [{ name, programs: /** @type {Record<string, string>} */ (programs) }]
  })
}

/** What tells an installed engine from another version of it. */
export function engineVersions() {
  return findEngines().map(({ name, programs }) => {
    const files = Object.values(programs).map((program) => {
      const { size, mtimeMs } = statSync(realpathSync(program))
      return `${program} ${size} ${mtimeMs}`
    })
    return [name, ...files].join(' ')
  })
}

/**
 * What is not tested because its engine is missing.
 * @returns {{ installable: EngineName[], sentences: string[] }} The engines that this system could have, and what to tell a person.
 */
export function missingEngines(machine = thisMachine) {
  const found = findEngines(machine).map(({ name }) => name)
  const missing = engines.filter(({ name }) => !found.includes(name))
  const commandOf = machine.platform === 'linux' ? ({ packages }) => packages : ({ onMac }) => (onMac === undefined ? [] : [onMac])
  const installable = missing.filter((engine) => commandOf(engine).length > 0)
  const others = missing.filter((engine) => !installable.includes(engine))
  const sentences = []
  if (installable.length > 0) {
    const commands = installable.flatMap(commandOf)
    const command = machine.platform === 'linux' ? `apt-get install ${commands.join(' ')}` : commands.join(' && ')
    sentences.push(`The tour did not run in ${listed(installable)}. To install: ${command}`)
  }
  if (others.length > 0) sentences.push(`The tour did not run in ${listed(others)}, which only Linux has.`)
  return { installable: installable.map(({ name }) => name), sentences }
}

const listed = (engines) =>
  engines
    .map(({ name }) => name)
    .join(', ')
    .replace(/, (?=[^,]*$)/, ' and ')

const existing = (path) => (existsSync(path) ? path : undefined)

const inPath = ({ path, root }, name) =>
  path
    .split(delimiter)
    .map((folder) => join(root, folder, name))
    .find((file) => existsSync(file))

/** A MiniBrowser, which Debian keeps beside the libraries of its engine: the newest. */
function inLibraries({ root }, folderName) {
  const libraries = join(root, 'usr/lib')
  const below = (folder) => (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()) : [])
  return [libraries, ...below(libraries).map(({ name }) => join(libraries, name))]
    .flatMap((folder) =>
      below(folder)
        .filter(({ name }) => folderName.test(name))
        .map(({ name }) => join(folder, name, 'MiniBrowser')),
    )
    .filter((file) => existsSync(file))
    .toSorted()
    .at(-1)
}
