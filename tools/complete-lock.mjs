// Completes package-lock.json by the optional packages of other machines: npm run complete-lock
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findMissing, platformOf } from './lock-file.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const missing = findMissing(lock.packages)
const registry = execFileSync('npm', ['config', 'get', 'registry'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
}).trim()

/** The registry's integrity hash of the package; undefined when it does not have this version. */
async function integrityOf({ name, version }) {
  const answer = await fetch(new URL(`${name}/${version}`, registry))
  return answer.ok ? (await answer.json()).dist.integrity : undefined
}

let unknown = 0
for (const each of missing) {
  const integrity = await integrityOf(each)
  if (integrity === undefined) unknown++
  const { dev } = lock.packages[each.parent]
  const { os, cpu, libc } = platformOf(each.name)
  // In npm's own order: it would write the file again otherwise. JSON leaves out what is undefined.
  lock.packages[each.path] = { version: each.version, integrity, cpu, dev, libc, optional: true, os }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync('package-lock.json', `${JSON.stringify(lock, undefined, 2)}\n`)
console.log(
  `${missing.length} packages added${unknown === 0 ? '' : `, ${unknown} of them without a digest: this registry does not have them`}.`,
)
