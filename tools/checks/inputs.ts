import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Part } from './stage.ts'

/** What each stage reads: which packages are installed, and how its tools are set. */
const always = ['package.json', 'package-lock.json', 'tsconfig.json', '.gitignore', '.npmrc']

/** Nothing that is checked: what packages, builds and runs leave here. */
const leftOut = new Set(['node_modules', '.git', 'dist.new', '.bubblequest', 'test-results', 'playwright-report', 'bench/results'])

const digests = new Map<string, string>()

/** A digest of all that decides how a part ends, and of the Node that runs it; its Deno is in the lock file. */
export function fingerprintOf({ name, reads, versions = [] }: Part): string {
  const hash = createHash('sha256').update(JSON.stringify([name, process.version, versions]))
  for (const file of [...always, ...reads].flatMap(filesBelow).toSorted()) hash.update(`${file} ${digestOf(file)}\n`)
  return hash.digest('hex')
}

/** To be called when files may have changed, as by a build. */
export const forgetDigests = () => digests.clear()

function digestOf(file: string): string {
  let digest = digests.get(file)
  if (digest === undefined) digests.set(file, (digest = createHash('sha256').update(readFileSync(file)).digest('hex')))
  return digest
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .map((name) => (path === '.' ? name : `${path}/${name}`))
    .flatMap((below) => (leftOut.has(below) ? [] : filesBelow(below)))
}

const record = 'node_modules/.cache/checks/green.json'

type Green = Record<string, { fingerprint: string; at: string }>

const readGreen = (): Green => (existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {})

/** When the part was green with exactly what it reads now; undefined when it was not. */
export function greenSince(part: Part): string | undefined {
  const known = readGreen()[part.name]
  return known?.fingerprint === fingerprintOf(part) ? known.at : undefined
}

/** Remembers that the parts are green with these fingerprints. */
export function rememberGreen(parts: readonly { name: string; fingerprint: string }[]): void {
  const at = new Date().toLocaleString('sv').slice(0, 16)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ ...readGreen(), ...Object.fromEntries(parts.map(({ name, fingerprint }) => [name, { fingerprint, at }])) }))
}

/**
 * Marks all files of the project as not read; what it returns tells which were read since then. A file's access time is
 * written at the first access after a change (relatime), so it is set before its change time. Undefined where the file
 * system keeps no access times, or the files belong to somebody else.
 */
export function watchReads(): (() => string[]) | undefined {
  const files = filesBelow('.')
  const unread = new Date(0)
  const isRead = (file: string) => existsSync(file) && statSync(file).atimeMs > 0
  try {
    for (const file of files) utimesSync(file, unread, statSync(file).mtime)
    readFileSync('package.json')
    if (!isRead('package.json')) return undefined
  } catch {
    return undefined
  }
  return () => files.filter(isRead)
}

/** The files of `read` that no part declares. */
export function undeclared(read: readonly string[], parts: readonly Part[]): string[] {
  const declared = [...always, ...parts.flatMap(({ reads }) => reads)]
  return read.filter((file) => !declared.some((path) => path === '.' || file === path || file.startsWith(`${path}/`)))
}
