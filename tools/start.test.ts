import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
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
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { reasonOf, reasonOfError } from './failure.mjs'
import { wrongInstaller } from './programs.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const dies = (signal: string) => `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`
const fails = (lines: string) => `console.error(${JSON.stringify(lines)}); process.exit(1)`

/** A project whose npm, bundler and Deno are these scripts; `calls.log` lists those that have run. */
function project({ npm = '', vite = '', deno = '' } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-start-'))
  folders.push(folder)
  const log = (name: string) =>
    `require('node:fs').appendFileSync(${JSON.stringify(`${folder}/calls.log`)}, '${name} ');`
  const packages = { '': {}, 'node_modules/vite': { version: '1.0.0' } }
  const installed = JSON.stringify({ packages })
  const files: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'package-lock.json': installed,
    // As npm does at its end.
    'npm/npm.cjs': `${log('npm')}${npm};require('node:fs').writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(installed)})`,
    'node_modules/vite/package.json': '{}',
    'node_modules/vite/bin/vite.js': `${log('vite')}${vite};require('node:fs').mkdirSync('dist.new');require('node:fs').writeFileSync('dist.new/index.html', '')`,
    'node_modules/deno/package.json': '{}',
    'node_modules/deno/deno': `#!${process.execPath}\n${log('deno')}${deno}`,
    'app/index.html': '',
    ...Object.fromEntries(
      ['domain/a', 'supabase/templates/a', 'vite.config.ts', 'tools/chunks.ts', 'tools/load-recovery.ts'].map(
        (name) => [name, ''],
      ),
    ),
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  chmodSync(join(folder, 'node_modules/deno/deno'), 0o755)
  cpSync('tools', join(folder, 'tools'), { recursive: true, filter: (path) => !path.includes('fixtures') })
  mkdirSync(join(folder, 'embedded'))
  cpSync('embedded/port-problem.mjs', join(folder, 'embedded/port-problem.mjs'))
  return folder
}

/** Runs `npm start` there. */
function start(folder: string, env: NodeJS.ProcessEnv = {}, args: string[] = []) {
  const { status, stderr } = spawnSync(process.execPath, ['tools/start.mjs', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PORT: '0', npm_execpath: `${folder}/npm/npm.cjs`, npm_config_user_agent: 'npm/11', ...env },
  })
  return { status, stderr }
}

const calls = (folder: string) =>
  existsSync(`${folder}/calls.log`) ? readFileSync(`${folder}/calls.log`, 'utf8').trim() : ''

test('a start installs, builds and runs, and the next one runs alone', () => {
  const folder = project()
  expect(start(folder)).toEqual({ status: 0, stderr: '' })
  expect(calls(folder)).toBe('npm vite deno')
  expect(start(folder).status).toBe(0)
  expect(calls(folder)).toBe('npm vite deno deno')
})

test('an app that was built elsewhere is taken as it is, with its sources and without', () => {
  const [there, here, bare] = [project(), project(), project()]
  start(there)
  for (const folder of [here, bare]) cpSync(`${there}/dist`, `${folder}/dist`, { recursive: true })
  rmSync(`${bare}/app`, { recursive: true })
  for (const folder of [here, bare]) {
    expect(start(folder).status).toBe(0)
    expect(calls(folder)).toBe('npm deno')
  }
})

test.each([
  ['npm', 'The packages could not be installed. '],
  ['vite', 'The app could not be built. '],
  ['deno', 'Bubblequest ended. '],
] as const)('what ended %s is said in words, with what to do', (program, beginning) => {
  for (const [script, sentence] of [
    [
      dies('SIGKILL'),
      /The system killed it, as it does when memory runs out: here are \d+ MB\. .*add swap.*docs\/self-hosting\.md#a-small-machine\n$/,
    ],
    [dies('SIGSEGV'), /It crashed \(SIGSEGV\)\.\n$/],
    [dies('SIGILL'), /It uses instructions that the processor of this machine lacks\.\n$/],
    [dies('SIGBUS'), /There is no room left on the disk\. Make room, then try again\.\n$/],
    ...(program === 'deno'
      ? []
      : ([
          [fails('npm error code ENOSPC'), /There is no room left on the disk\. Make room, then try again\.\n$/],
          [fails('FATAL ERROR: JavaScript heap out of memory'), /memory runs out/],
        ] as const)),
  ] as const) {
    const { status, stderr } = start(project({ [program]: script }))
    expect(status).toBe(1)
    expect(stderr).toContain(beginning)
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toMatch(/lines above|^ {4}at /m)
  }
})

test('a build that fails leaves the old app, nothing half-made, and its own lines', () => {
  const folder = project({ vite: `require('node:fs').mkdirSync('dist.new');${fails('Could not resolve ./none.ts')}` })
  mkdirSync(`${folder}/dist`)
  writeFileSync(`${folder}/dist/index.html`, 'old')
  expect(start(folder)).toEqual({
    status: 1,
    stderr: 'Could not resolve ./none.ts\nThe app could not be built. The lines above say why.\n',
  })
  expect(readFileSync(`${folder}/dist/index.html`, 'utf8')).toBe('old')
  expect(existsSync(`${folder}/dist.new`)).toBe(false)
})

test('a file that belongs to somebody else is named with its owner', () => {
  const error = Object.assign(new Error(), { code: 'EACCES', path: `${project()}/none/below` })
  const me = userInfo().username
  expect(reasonOfError(error)).toMatch(
    new RegExp(`^${me} may not write in .*bubblequest-start-\\w+\\. Change its rights`),
  )
  expect(reasonOf({ status: 1, stderr: `Error: EACCES: permission denied, open '${folders[0]}/none'` })).toMatch(
    /may not write in/,
  )
  const ofOther = userInfo().uid === 0 ? otherOwned() : '/etc/none'
  const whose = userInfo().uid === 0 ? 'user 4711' : 'root'
  for (const reason of [
    reasonOfError(Object.assign(new Error(), { code: 'EACCES', path: ofOther })),
    reasonOf({ status: 1, stderr: `npm error Error: EACCES: permission denied, mkdir '${ofOther}'` }),
  ]) {
    expect(reason).toContain(`belongs to ${whose}, and this is ${me}.`)
    expect(reason).toContain(`sudo chown -R ${me} ${process.cwd()}`)
  }
})

function otherOwned(): string {
  const folder = project()
  chownSync(folder, 4711, 4711)
  return `${folder}/node_modules.new`
}

test('a port that is taken is told before anything is installed and built', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const folder = project()
  for (const args of [[], ['--host'], ['--host', '127.0.0.1'], ['--host', '--demo']]) {
    expect(start(folder, { PORT: String(port) }, args)).toEqual({
      status: 1,
      stderr: `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start\n`,
    })
  }
  expect(calls(folder)).toBe('')
  // The start itself says that it runs already.
  mkdirSync(`${folder}/.bubblequest`)
  writeFileSync(`${folder}/.bubblequest/lock`, `process 4711, http://127.0.0.1:${port}`)
  start(folder, { PORT: String(port) })
  expect(calls(folder)).toBe('npm vite deno')
  server.close()
})

test.each(['pnpm/10.4.0 npm/? node/v22.14.0', 'yarn/1.22.22 npm/? node/v22.14.0', 'bun/1.2.4 npm/? node/v22.6.0'])(
  '%s is told to leave it to npm, by an install and by a start',
  (agent) => {
    const folder = project()
    const [name = ''] = agent.split('/')
    const sentence = `Bubblequest is installed by npm, which knows its exact packages; this is ${name}. Remove the folder node_modules if ${name} has made it, then: npm start\n`
    expect(start(folder, { npm_config_user_agent: agent })).toEqual({ status: 1, stderr: sentence })
    expect(calls(folder)).toBe('')
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const { status, stderr } = spawnSync('sh', ['-c', scripts.preinstall], {
      encoding: 'utf8',
      env: { ...process.env, npm_config_user_agent: agent },
    })
    expect([status, stderr]).toEqual([1, sentence])
  },
)

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
    const disk = mkdtempSync(join(tmpdir(), 'bubblequest-disk-'))
    folders.push(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'bubblequest-test', disk])
    try {
      const folder = join(disk, 'project')
      cpSync(project({ npm: fails('npm error SyntaxError: Unexpected end of JSON input') }), folder, {
        recursive: true,
      })
      const { status, stderr } = start(folder)
      expect(status).toBe(1)
      expect(stderr).toMatch(
        /\nThe packages could not be installed\. There is no room left on the disk: they need 480 MB, and here are [23]\d\. Make room, then try again\.\n$/,
      )
    } finally {
      execFileSync('umount', [disk])
    }
  },
)
