// Completes package-lock.json by the optional packages of other machines, and by missing digests: npm run complete-lock
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findMissing, findWithoutDigest, nameOf, platformOf } from './lock-file.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const registry = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
}).trim()

/** The registry's digest of the package; undefined when it does not have this version. */
async function integrityOf(name, version) {
  const answer = await fetch(new URL(`${name}/${version}`, registry))
  return answer.ok ? (await answer.json()).dist.integrity : undefined
}

const missing = findMissing(lock.packages)
for (const { name, version, parent, path } of missing) {
  const { dev } = lock.packages[parent]
  const { os, cpu, libc } = platformOf(name)
  // JSON leaves out what is undefined.
  lock.packages[path] = { version, cpu, dev, libc, optional: true, os }
}
const unverified = findWithoutDigest(lock.packages)
for (const path of unverified) {
  const { version, resolved, integrity: _, ...rest } = lock.packages[path]
  // In npm's own order: it would write the file again otherwise.
  lock.packages[path] = { version, resolved, integrity: await integrityOf(nameOf(path), version), ...rest }
}
const unknown = findWithoutDigest(lock.packages)
if (unknown.length > 0) {
  console.error(`Nothing was written: the registry has no digest of ${unknown.join(', ')}.`)
  process.exit(1)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`)
console.log(`${missing.length} packages added, ${unverified.length} digests.`)
