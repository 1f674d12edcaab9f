// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { reasonOf } from './failure.mjs'
import { libc, unsupported, wrongInstaller } from './programs.mjs'

/**
 * Installs what package-lock.json names, if it is not there yet.
 * @param {{ development: boolean }} options whether the tools of the checks are needed too
 */
export function install({ development }) {
  const reason = wrongInstaller() ?? unsupported()
  if (reason !== undefined) giveUp(reason)
  // A contributor keeps the tools when only the product is started.
  const withTools = development || Object.values(installedPackages()).some(({ dev }) => dev)
  if (isInstalled({ withTools })) return
  console.log('Installing packages (this happens once) …')
  const failure = runNpmCi('.', withTools ? [] : ['--omit=dev'])
  if (failure !== undefined) giveUp(failure)
}

/** @returns {never} */
function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Runs `npm ci` with the npm that runs us, else the one of the system. Returns a sentence when it failed. */
export function runNpmCi(folder, args) {
  const npm = process.env.npm_execpath
  const [program, ...before] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const all = [...before, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...args]
  const ended = spawnSync(program, all, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'inherit', 'pipe'] })
  process.stderr.write(ended.stderr ?? '')
  if (ended.status === 0) return undefined
  return `The packages could not be installed. ${reasonOf(ended) ?? reasonOfSpace(folder) ?? 'Check the connection to the npm registry, then try again.'}`
}

/** Size of the packages of the product, in MB. */
const spaceMb = 480

/** npm tells of a full disk in no words that name it, and then has removed what it wrote. */
function reasonOfSpace(folder) {
  const { bavail, bsize } = statfsSync(folder)
  const leftMb = Math.floor((bavail * bsize) / 1_048_576)
  return leftMb < spaceMb
    ? `There is no room left on the disk: they need ${spaceMb} MB, and here are ${leftMb}. Make room, then try again.`
    : undefined
}

/** The packages that npm has installed, by its own record. */
function installedPackages() {
  const file = 'node_modules/.package-lock.json'
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {}
}

/**
 * Whether a package of the lock file is a build for this machine, or another one.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 * @param {{ os: string, cpu: string, libc?: string | undefined }} [machine]
 */
export const isBuiltFor = ({ os = [], cpu = [], libc: library }, machine = thisMachine) =>
  os.includes(machine.os) && cpu.includes(machine.cpu) && (library?.includes(machine.libc) ?? true)

const thisMachine = { os: process.platform, cpu: process.arch, libc }

/** Requires of the optional packages those built for this machine: a copied node_modules may have another machine's. */
function isInstalled({ withTools }) {
  const installed = installedPackages()
  const { '': _project, ...wanted } = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(wanted)
    .filter(([, { dev }]) => withTools || !dev)
    .filter(([, entry]) => !(entry.optional || entry.devOptional) || isBuiltFor(entry))
    .every(([path, { version }]) => installed[path]?.version === version)
}
