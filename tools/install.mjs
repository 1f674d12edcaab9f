// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * Installs what package-lock.json names, if it is not there yet.
 * @param {{ development: boolean }} options whether the tools of the checks are needed too
 */
export function install({ development }) {
  requireNode()
  const installed = installedPackages()
  // Who develops here keeps the tools when only the product is started.
  const withTools = development || Object.values(installed).some(({ dev }) => dev)
  if (isInstalled(installed, withTools)) return
  console.log('Installing packages (this happens once) …')
  const npm = process.env.npm_execpath
  // Not `npm ci`: it refuses a lock file that lacks the binaries of platforms it was not written on,
  // while this takes every version from it and adds the machine's own binaries, which their packages pin.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...(withTools ? [] : ['--omit=dev'])]
  const [program, programArgs] = npm === undefined ? ['npm', args] : [process.execPath, [npm, ...args]]
  const done = spawnSync(program, programArgs, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (done.status !== 0) {
    console.error('The packages could not be installed. Check the connection to the npm registry and the rights in this folder, then try again.')
    process.exit(1)
  }
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Bubblequest needs Node 20.19 or later; this is ${process.versions.node}. Install a newer one from nodejs.org.`)
  process.exit(1)
}

/** npm writes down what it installed. */
function installedPackages() {
  return existsSync('node_modules/.package-lock.json') ? JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8')).packages : {}
}

/** Optional packages are those of other machines. */
function isInstalled(installed, withTools) {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional || (entry.dev && !withTools)) return true
    return installed[path]?.version === entry.version
  })
}
