import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const sources = [
  'app',
  'domain',
  'supabase/templates',
  'vite.config.ts',
  'package-lock.json',
  'tools/build.mjs',
  'tools/chunks.ts',
  'tools/load-recovery.ts',
  'tools/mails.ts',
  'tools/service-worker.ts',
]
const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Builds the app into dist/ when its sources changed since the last time. */
export function build() {
  const fingerprint = `${hashOf(sources)} ${process.env.VITE_COMPANION_URL ?? ''}`
  const stamp = 'dist/.sources'
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return
  console.log('Building the app …')
  // Beside the old one and swapped in whole: a build that fails leaves the old app running.
  const fresh = 'dist.new'
  const done = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', `../${fresh}`, '--logLevel', 'warn'],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (done.status !== 0) {
    console.error('The app could not be built; the lines above say why.')
    process.exit(1)
  }
  for (const file of filesBelow(fresh)) if (compressible.test(file)) compress(file)
  writeFileSync(`${fresh}/.sources`, fingerprint)
  rmSync('dist', { recursive: true, force: true })
  renameSync(fresh, 'dist')
}

function compress(file) {
  const content = readFileSync(file)
  if (content.length < 1024) return
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}

/** A digest of all files at or below the paths. */
export function hashOf(paths) {
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
