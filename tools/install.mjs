// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fits } from './lock-file.mjs'
import { libc, unsupported } from './programs.mjs'

/**
 * Installs what package-lock.json names, if it is not there yet.
 * @param {{ development: boolean }} options whether the tools of the checks are needed too
 */
export function install({ development }) {
  requireMachine()
  const installed = installedPackages()
  // Who develops here keeps the tools when only the product is started.
  const withTools = development || Object.values(installed).some(({ dev }) => dev)
  if (isInstalled(installed, withTools)) return
  console.log('Installing packages (this happens once) …')
  const [program, args] = npmCommand(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...(withTools ? [] : ['--omit=dev'])])
  const done = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status !== 0) {
    console.error('The packages could not be installed. Check the connection to the npm registry and the rights in this folder, then try again.')
    process.exit(1)
  }
}

/** The npm that runs us, else the one of the system. @param {string[]} args @returns {[program: string, args: string[]]} */
export function npmCommand(args) {
  const npm = process.env.npm_execpath
  return npm === undefined ? ['npm', args] : [process.execPath, [npm, ...args]]
}

function requireMachine() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const reason =
    major > 20 || (major === 20 && minor >= 19)
      ? unsupported()
      : `Bubblequest needs Node 20.19 or later; this is ${process.versions.node}. Install a newer one from nodejs.org.`
  if (reason === undefined) return
  console.error(reason)
  process.exit(1)
}

/** npm writes down what it installed. */
function installedPackages() {
  return existsSync('node_modules/.package-lock.json') ? JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages : {}
}

/** Of the optional packages, those that are builds for this machine must be there: a copied node_modules may have another's. */
function isInstalled(installed, withTools) {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  const machine = { os: process.platform, cpu: process.arch, libc }
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || (entry.dev && !withTools)) return true
    if ((entry.optional || entry.devOptional) && !(entry.os && entry.cpu && fits(entry, machine))) return true
    return installed[path]?.version === entry.version
  })
}
