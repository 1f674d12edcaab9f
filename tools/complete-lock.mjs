// `npm run complete-lock` adds to package-lock.json what npm leaves out: optional packages of other machines, without
// which `npm ci` of npm 10 refuses the file, and digests.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ version: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[], integrity?: string, resolved?: string, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages the `packages` of a lock file, by path
 * @typedef {Partial<Pick<Entry, 'os' | 'cpu' | 'libc'>> & { dist: { integrity: string } }} Manifest
 */

/**
 * Development tools, by the beginning of their builds' names: the registry has this version for Linux on x64 alone, so
 * that nothing tells the digests of the others.
 */
export const unpublished = ['@deno/@2.1.4', '@supabase/cli-@3.1.0']

const nameOf = (path) => path.split('node_modules/').at(-1)

/** The name of a package without its platform, and its version. @param {[path: string, Entry]} entry */
export const buildOf = ([path, { version }]) =>
  `${nameOf(path).replace(/(?<=[/-])(darwin|linux|win(dows|32))-.*/, '')}@${version}`

/** The packages without a digest: npm installs whatever a mirror serves for them. @param {Packages} packages */
export const findWithoutDigest = (packages) =>
  Object.entries(packages).filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'))

/**
 * The entries that optional dependencies lack, by the path where each belongs: below the package that names it where
 * another version has the place for all.
 * @param {Packages} packages
 * @returns {Packages}
 */
export function findMissing(packages) {
  const missing = Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies).flatMap(([name, version]) => {
      const shared = `node_modules/${name}`
      const own = `${parent}/${shared}`
      const found = packages[own] ?? packages[shared]
      // A range is npm's to judge; builds of one program are named by their exact version.
      if (found?.version === version || (found !== undefined && !/^\d/.test(version))) return []
      return [[shared in packages ? own : shared, { version, ...(dev && { dev }), optional: true }]]
    }),
  )
  return Object.fromEntries(missing)
}

/** The platform in the name of a build that the registry does not have. @param {string} name */
function platformOf(name) {
  const [, os, cpu, libc] = /(darwin|linux|win)\w*-(arm64|x64)(?:-(musl|glibc))?$/.exec(name) ?? []
  return { os: os && [os === 'win' ? 'win32' : os], cpu: cpu && [cpu], libc: libc && [libc] }
}

/**
 * Returns the packages with what is missing.
 * @param {Packages} packages
 * @param {(name: string, version: string) => Promise<Manifest | undefined>} fetchManifest
 * @returns {Promise<Packages>}
 */
export async function complete(packages, fetchManifest) {
  const all = { ...packages, ...findMissing(packages) }
  for (const [path, { version, resolved, ...rest }] of findWithoutDigest(all)) {
    const name = nameOf(path)
    const manifest = await fetchManifest(name, version)
    const { os, cpu, libc } = manifest ?? platformOf(name)
    // In npm's own order: it would write the file again otherwise. JSON leaves out what is undefined.
    all[path] = { version, resolved, integrity: manifest?.dist.integrity, cpu, ...rest, libc, os }
  }
  return Object.fromEntries(Object.entries(all).toSorted(([one], [other]) => one.localeCompare(other, 'en')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const packages = await complete(lock.packages, async (name, version) => {
    const answer = await fetch(new URL(`${name}/${version}`, registry))
    return answer.ok ? answer.json() : undefined
  })
  const unknown = findWithoutDigest(packages)
    .map(buildOf)
    .filter((build) => !unpublished.includes(build))
  if (unknown.length > 0) {
    console.error(`Nothing was written: the registry has no digest of ${unknown.join(', ')}.`)
    process.exit(1)
  }
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`)
}
