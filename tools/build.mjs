import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { reasonOf, reasonOfError } from './failure.mjs'

const sources = [
  'app',
  'domain',
  'supabase/templates',
  'vite.config.ts',
  'package-lock.json',
  'tools/build.mjs',
  'tools/chunks.ts',
  'tools/vite-plugins.ts',
]
/**
 * Keeps a build below 450 MB, so that a machine of 512 MB has room for it; without, it takes 740. Frees memory at once,
 * commits none ahead, and has one thread, because each has memory of its own.
 */
const bundlerOptions = { MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ARENA_EAGER_COMMIT: '0', RAYON_NUM_THREADS: '1' }
const nodeOptions = ['--max-semi-space-size=2', '--optimize-for-size']

/** Beside the old app, and swapped in whole: a build that fails leaves the old one running. */
const fresh = 'dist.new'
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Builds the app into dist/ when its sources changed since the last time. */
export function build() {
  try {
    // Built elsewhere and brought along without its sources, as in a container.
    if (!existsSync('app') && existsSync('dist/index.html')) return
    const fingerprint = `${hashOf(sources)} ${process.env.VITE_COMPANION_URL ?? ''}`
    const stamp = 'dist/.sources'
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
    console.log('Building the app …')
    buildInto(fingerprint)
  } catch (error) {
    const reason = reasonOfError(error)
    if (reason === undefined) throw error
    fail(reason)
  }
}

function buildInto(fingerprint) {
  const ended = bundle(`../${fresh}`)
  process.stderr.write(ended.stderr ?? '')
  if (ended.status !== 0) fail(reasonOf(ended) ?? 'The lines above say why.')
  for (const file of filesBelow(fresh)) if (compressible.test(file)) compress(file)
  writeFileSync(`${fresh}/.sources`, fingerprint)
  rmSync('dist', { recursive: true, force: true })
  renameSync(fresh, 'dist')
}

/** @param {string} folder seen from `app` @param {NodeJS.ProcessEnv} [env] */
export const bundle = (folder, env = process.env) =>
  spawnSync(
    process.execPath,
    [...nodeOptions, 'node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--logLevel', 'warn'],
    { encoding: 'utf8', stdio: ['ignore', 'inherit', 'pipe'], env: { ...bundlerOptions, ...env } },
  )

/** @returns {never} */
function fail(reason) {
  rmSync(fresh, { recursive: true, force: true })
  console.error(`The app could not be built. ${reason}`)
  process.exit(1)
}

function compress(file) {
  const content = readFileSync(file)
  if (content.length < 1024) return
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

/** A digest of all files at or below the paths. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesBelow(path))) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(`${path}/${name}`))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build()
