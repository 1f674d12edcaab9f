// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The C library of this Linux; undefined on other systems. */
export const libc =
  process.platform !== 'linux'
    ? undefined
    : process.report.getReport().header.glibcVersionRuntime === undefined
      ? 'musl'
      : 'glibc'

/** Why Bubblequest does not run on this machine, in a sentence; undefined where it does. */
export function unsupported({ platform = process.platform, arch = process.arch, libc: library = libc } = {}) {
  if (platform === 'win32')
    return 'On Windows, Bubblequest runs in WSL 2: install it with `wsl --install`, then start Bubblequest in there.'
  if (platform !== 'linux' && platform !== 'darwin')
    return `Bubblequest runs on Linux, on macOS and in WSL 2; this machine has ${platform}.`
  if (arch !== 'x64' && arch !== 'arm64') {
    return `Bubblequest needs a 64-bit system (x64 or arm64); this one is ${arch}. A Raspberry Pi needs the 64-bit Raspberry Pi OS.`
  }
  if (library === 'musl')
    return 'Bubblequest needs a Linux with glibc, such as Debian, Ubuntu or Fedora; this one has musl, as Alpine does.'
  return undefined
}

/**
 * Why Bubblequest is not installed by these, in a sentence; undefined where it is. The versions of Node are those of
 * `engines` in package.json.
 */
export function wrongInstaller({ node = process.versions.node, agent = process.env.npm_config_user_agent } = {}) {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isNewEnough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (!isNewEnough)
    return `Bubblequest needs Node 20.19 or later of 20, or 22.12 or later; this is ${node}. Install a newer one from nodejs.org.`
  const [manager = 'npm'] = agent?.split('/') ?? []
  if (manager === 'npm') return undefined
  return `Bubblequest is installed by npm, which knows its exact packages; this is ${manager}. Remove the folder node_modules if ${manager} has made it, then: npm start`
}

/**
 * The Deno of the package `deno`: where its install script has put it, else in the package of this platform.
 * @returns {string}
 */
export const findDeno = () => denoOf('deno')

/** The same in the version of Supabase's edge runtime. @returns {string} */
export const findDenoOfSupabase = () => denoOf('deno-of-supabase')

function denoOf(name) {
  const platform = `@deno/${process.platform}-${process.arch}${libc === undefined ? '' : `-${libc}`}`
  const own = programOf(name, 'deno')
  return own ?? programOf(platform, 'deno', programOf(name, 'package.json')) ?? notInstalled('Deno')
}

/**
 * A Node that the tools of the checks take: the one of the package `node`, else the one that runs this, when it is new
 * enough.
 * @returns {string}
 */
export function findNode() {
  const running = Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : undefined
  return programOf('node', 'bin/node') ?? running ?? notInstalled('Node 24')
}

/** The environment of our Deno programs. The cache is in this folder: a start writes nothing into the user's home. */
export const denoEnvironment = {
  ...process.env,
  DENO_DIR: process.env.DENO_DIR ?? fileURLToPath(new URL('../node_modules/.cache/deno', import.meta.url)),
  DENO_NO_UPDATE_CHECK: '1',
}

/** The path of a program in a package that the file `from` can import; undefined where it is not installed. */
function programOf(name, path, from = import.meta.url) {
  try {
    const program = join(dirname(createRequire(from).resolve(`${name}/package.json`)), path)
    return existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

/** @returns {never} */
function notInstalled(program) {
  console.error(`${program} is not installed. Remove the folder node_modules and start again.`)
  process.exit(1)
}
