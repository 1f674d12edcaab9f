import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { reasonOf, reasonOfError } from './failure.mjs'
import { runNpmCi } from './install.mjs'
import { wrongInstaller } from './programs.mjs'

const folders: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-start-'))
  folders.push(folder)
  return folder
}

const dies = "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)"
const fails = (line: string) => `console.error('${line}'); process.exit(1)`

/** A project whose npm, bundler and Deno are these scripts; `calls` lists those that have run. */
function project({ npm = '', vite = '', deno = '' } = {}): string {
  const folder = newFolder()
  const log = (name: string) => `require('node:fs').appendFileSync('calls', '${name} ');`
  const installed = JSON.stringify({ packages: { '': {}, 'node_modules/vite': { version: '1.0.0' } } })
  const files: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'package-lock.json': installed,
    // As npm does at its end.
    'npm.cjs': `${log('npm')}${npm};require('node:fs').writeFileSync('node_modules/.package-lock.json', '${installed}')`,
    'node_modules/vite/package.json': '{}',
    'node_modules/vite/bin/vite.js': `${log('vite')}require('node:fs').mkdirSync('dist.new');${vite};require('node:fs').writeFileSync('dist.new/index.html', '')`,
    'node_modules/deno/package.json': '{}',
    'node_modules/deno/deno': `#!${process.execPath}\n${log('deno')}${deno}`,
  }
  for (const source of ['app/a', 'domain/a', 'supabase/templates/a', 'vite.config.ts']) files[source] = ''
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  chmodSync(join(folder, 'node_modules/deno/deno'), 0o755)
  cpSync('tools', join(folder, 'tools'), { recursive: true, filter: (path) => !path.includes('fixtures') })
  return folder
}

/** Runs `npm start` there. */
function start(folder: string, agent = 'npm/11') {
  const env = { ...process.env, npm_execpath: `${folder}/npm.cjs`, npm_config_user_agent: agent }
  const { status, stderr } = spawnSync(process.execPath, ['tools/start.mjs'], { cwd: folder, encoding: 'utf8', env })
  return { status, stderr, calls: existsSync(`${folder}/calls`) ? readFileSync(`${folder}/calls`, 'utf8').trim() : '' }
}

test('a start installs, builds and runs, and the next one runs alone, with the sources of the app and without', () => {
  const folder = project()
  expect(start(folder)).toEqual({ status: 0, stderr: '', calls: 'npm vite deno' })
  expect(start(folder)).toEqual({ status: 0, stderr: '', calls: 'npm vite deno deno' })
  // Built elsewhere and brought along, as in a container.
  rmSync(`${folder}/app`, { recursive: true })
  expect(start(folder)).toEqual({ status: 0, stderr: '', calls: 'npm vite deno deno deno' })
})

test.each([
  ['npm', 'The packages could not be installed. '],
  ['vite', 'The app could not be built. '],
  ['deno', 'Bubblequest ended. '],
])('what ended %s is said in one sentence, with what to do', (program, beginning) => {
  const { status, stderr } = start(project({ [program]: dies }))
  expect([status, stderr]).toEqual([1, `${beginning}${reasonOf({ signal: 'SIGKILL' })}\n`])
})

test.each([
  [{ signal: 'SIGKILL' }, /^The system killed it.* memory runs out: here are \d+ MB\. .*add swap.*#a-small-machine$/],
  [{ status: 137 }, /memory runs out/],
  [{ stderr: 'FATAL ERROR: JavaScript heap out of memory' }, /memory runs out/],
  [{ signal: 'SIGSEGV' }, /^It crashed \(SIGSEGV\)\.$/],
  [{ signal: 'SIGILL' }, /^It uses instructions that the processor of this machine lacks\.$/],
  [{ signal: 'SIGBUS' }, /^There is no room left on the disk\. Make room, then try again\.$/],
  [{ stderr: 'npm error code ENOSPC' }, /^There is no room left/],
  [{ signal: 'SIGTERM' }, /^none$/],
  [{ status: 1, stderr: 'Could not resolve ./none.ts' }, /^none$/],
])('why a program ended is said in words: %j', (ended, sentence) => {
  expect(reasonOf(ended) ?? 'none').toMatch(sentence)
})

test('a build that fails leaves the old app, nothing half-made, and its own lines', () => {
  const folder = project({ vite: fails('Could not resolve ./none.ts') })
  mkdirSync(`${folder}/dist`)
  writeFileSync(`${folder}/dist/index.html`, 'old')
  const lines = 'Could not resolve ./none.ts\nThe app could not be built. The lines above say why.\n'
  expect(start(folder)).toEqual({ status: 1, stderr: lines, calls: 'npm vite' })
  expect(readFileSync(`${folder}/dist/index.html`, 'utf8')).toBe('old')
  expect(existsSync(`${folder}/dist.new`)).toBe(false)
})

test('a file that belongs to somebody else is named with its owner', () => {
  const { username, uid } = userInfo()
  const denied = (path: string) => reasonOfError(Object.assign(new Error(), { code: 'EACCES', path })) ?? ''
  const own = newFolder()
  expect(denied(`${own}/none/below`)).toBe(`${username} may not write in ${own}. Change its rights, then try again.`)
  const foreign = uid === 0 ? newFolder() : '/etc'
  if (uid === 0) chownSync(foreign, 4711, 4711)
  expect(denied(`${foreign}/none`)).toContain(
    `${foreign} belongs to ${uid === 0 ? 'user 4711' : 'root'}, and this is ${username}.`,
  )
  expect(denied(`${foreign}/none`)).toContain(`sudo chown -R ${username} ${process.cwd()}`)
  const stderr = `npm error Error: EACCES: permission denied, mkdir '${foreign}/none'`
  expect(reasonOf({ status: 1, stderr })).toBe(denied(`${foreign}/none`))
})

test('pnpm, yarn and bun are told to leave it to npm, by an install and by a start', () => {
  for (const agent of ['yarn/1.22.22 npm/? node/v22.14.0', 'bun/1.2.4 npm/? node/v22.6.0'])
    expect(wrongInstaller({ agent })).toMatch(/^Bubblequest is installed by npm, .* this is (yarn|bun)\./)
  const agent = 'pnpm/10.4.0 npm/? node/v22.14.0'
  const sentence =
    'Bubblequest is installed by npm, which knows its exact packages; this is pnpm. Remove the folder node_modules if pnpm has made it, then: npm start\n'
  expect(start(project(), agent)).toEqual({ status: 1, stderr: sentence, calls: '' })
  const { preinstall } = JSON.parse(readFileSync('package.json', 'utf8')).scripts
  const env = { ...process.env, npm_config_user_agent: agent }
  expect(spawnSync('sh', ['-c', preinstall], { encoding: 'utf8', env })).toMatchObject({ status: 1, stderr: sentence })
})

test('a Node that the packages do not run on is told so, and the engines of package.json say the same', () => {
  for (const node of ['18.20.0', '20.18.3', '21.0.0', '21.7.3', '22.0.0', '22.11.0'])
    expect(wrongInstaller({ node, agent: undefined })).toBe(
      `Bubblequest needs Node 20.19 or later of 20, or 22.12 or later; this is ${node}. Install a newer one from nodejs.org.`,
    )
  for (const node of ['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.21.0', '26.0.0'])
    expect(wrongInstaller({ node, agent: 'npm/10.9.0 node/v22.12.0 linux x64' })).toBeUndefined()
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  expect(packages[''].engines.node).toBe('^20.19 || >=22.12')
  expect(packages['node_modules/vite'].engines.node).toBe('^20.19.0 || >=22.12.0')
})

// Only root can make a disk of its own.
test.runIf(userInfo().uid === 0 && process.platform === 'linux')(
  'a disk that is too small for the packages is named, whatever npm says',
  () => {
    const disk = newFolder()
    const npm = join(newFolder(), 'npm.cjs')
    writeFileSync(npm, fails('npm error SyntaxError: Unexpected end of JSON input'))
    vi.stubEnv('npm_execpath', npm)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'bubblequest-test', disk])
    try {
      expect(runNpmCi(disk, [])).toMatch(
        /^The packages could not be installed\. There is no room left on the disk: they need 480 MB, and here are [23]\d\./,
      )
    } finally {
      execFileSync('umount', [disk])
    }
  },
)
