// Reads package-lock.json for the packages of other machines. Plain JavaScript: install.mjs uses it before anything is
// installed.

/**
 * @typedef {{ version: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], integrity?: string, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages the `packages` of a lock file, by path
 * @typedef {{ os: string, cpu: string, libc?: string }} Machine in the words of Node: `process.platform`, `process.arch`
 */

/** The path at which npm finds `name` for the package at `from`, or undefined. @param {Packages} packages */
function resolve(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (path in packages) return path
    if (at === '') return undefined
    if (!at.includes('/node_modules/')) at = ''
  }
}

/**
 * The optional dependencies that have no entry, each with the package that names it and the path where its entry
 * belongs: below that package where another version has the place for all. npm 10 installs none of them and
 * `npm ci` refuses such a lock.
 * @param {Packages} packages
 * @returns {{ name: string, version: string, parent: string, path: string }[]}
 */
export function findMissing(packages) {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const found = resolve(packages, parent, name)
      if (found === undefined) return [{ name, version, parent, path: `node_modules/${name}` }]
      // A range is npm's to judge; builds of one program are named by their exact version.
      if (!/^\d/.test(version) || packages[found].version === version) return []
      return [{ name, version, parent, path: `${parent}/node_modules/${name}` }]
    }),
  )
}

/** The name of the package at a path of a lock file. @param {string} path */
export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * The paths of packages without a digest by SHA-512, except those in `unpublished`: npm installs whatever a mirror serves for them.
 * @param {Packages} packages
 * @returns {string[]}
 */
export const findWithoutDigest = (packages) =>
  Object.keys(packages).filter((path) => {
    const { version, integrity } = packages[path]
    return path !== '' && !integrity?.startsWith('sha512-') && !unpublished.has(`${nameOf(path)}@${version}`)
  })

/**
 * Builds of development tools that the registry does not have under this version, so that nothing tells their digest.
 */
export const unpublished = new Set([
  // The Supabase CLI: the registry has the build for Linux on x64 alone.
  ...[
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64',
    'linux-arm64-musl',
    'linux-x64-musl',
    'windows-arm64',
    'windows-x64',
  ].map((platform) => `@supabase/cli-${platform}@3.1.0`),
  // The Deno of Supabase's edge runtime, likewise.
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64-glibc', 'win32-arm64', 'win32-x64'].map(
    (platform) => `@deno/${platform}@2.1.4`,
  ),
])

/** @param {Entry} entry @param {Machine} machine */
export function fits({ os, cpu, libc }, machine) {
  return (
    allows(os, machine.os) && allows(cpu, machine.cpu) && (machine.libc === undefined || allows(libc, machine.libc))
  )
}

const allows = (wanted, is) =>
  wanted === undefined ||
  (wanted.includes(is) && !wanted.includes(`!${is}`)) ||
  (wanted.every((each) => each.startsWith('!')) && !wanted.includes(`!${is}`))

/**
 * The `os`, `cpu` and `libc` of a package for one platform, read from its name: `@deno/linux-arm64-glibc`.
 * @returns {Pick<Entry, 'os' | 'cpu' | 'libc'>}
 */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.findLast((word) => processors.includes(word))
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') || words.includes('glibc') ? 'glibc' : undefined
  return {
    ...(os !== undefined && { os: [os === 'windows' ? 'win32' : os] }),
    ...(cpu !== undefined && { cpu: [cpu] }),
    ...(libc !== undefined && { libc: [libc] }),
  }
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'windows',
]
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
