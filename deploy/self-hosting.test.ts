import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { freePort } from '../testing/uploaded-function.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => Deno.readTextFile(new URL(path, root))
const exists = (path: string) => existsSync(new URL(path, root))

/** The settings of a unit, each with all its values. */
async function unit(name: string): Promise<(key: string) => string[]> {
  const lines = (await read(`deploy/${name}`)).split('\n').filter((line) => /^\w+=/.test(line))
  return (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
}

const valueOf = (text: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(text)?.[1] ?? assert.fail(`${name} is not set`)

/** Every file of ours that is named there is in the repository. */
function assertOurs(command: string): void {
  for (const [path] of command.matchAll(/embedded\/[\w./-]+\.ts/g)) assert.ok(exists(path), path)
  assert.match(command, /node_modules\/deno\/deno run -A embedded\//)
}

Deno.test('The service runs as a user of its own, writes only its folder, and is started again', async () => {
  const of = await unit('bubblequest.service')
  const [command = ''] = of('ExecStart')
  assertOurs(command)
  // Only the proxy reaches it from outside.
  assert.match(command, / --host 127\.0\.0\.1$/)
  const environment = of('Environment').join(' ')
  const writable = of('ReadWritePaths').join(' ').split(' ')
  for (const name of ['BUBBLEQUEST_DATA', 'DENO_DIR']) assert.ok(writable.includes(valueOf(environment, name)), name)
  const guards = {
    User: 'bubblequest',
    Restart: 'on-failure',
    KillMode: 'mixed',
    StateDirectoryMode: '0700',
    UMask: '0077',
  }
  const closed = {
    NoNewPrivileges: 'yes',
    CapabilityBoundingSet: '',
    ProtectSystem: 'strict',
    ProtectHome: 'yes',
    PrivateTmp: 'yes',
  }
  for (const [key, value] of Object.entries({ ...guards, ...closed })) assert.deepEqual(of(key), [value], key)
  // A stop takes up to 5 seconds.
  assert.ok(Number(of('TimeoutStopSec')[0]) > 5)
  // JavaScript is compiled while it runs.
  assert.deepEqual(of('MemoryDenyWriteExecute'), [])
})

Deno.test('The backup of every night is made of the same folder by the same user', async () => {
  const [service, backup, timer] = await Promise.all(
    ['bubblequest.service', 'bubblequest-backup.service', 'bubblequest-backup.timer'].map(unit),
  )
  assert.ok(service && backup && timer)
  const [command = ''] = backup('ExecStart')
  assertOurs(command)
  for (const key of ['User', 'WorkingDirectory', 'UMask']) assert.deepEqual(backup(key), service(key))
  assert.equal(
    valueOf(backup('Environment').join(' '), 'BUBBLEQUEST_DATA'),
    valueOf(service('Environment').join(' '), 'BUBBLEQUEST_DATA'),
  )
  const [place = ''] = /\/var\/lib\/bubblequest-backups/.exec(command) ?? []
  assert.ok(backup('ReadWritePaths').join(' ').split(' ').includes(place))
  assert.deepEqual([timer('OnCalendar').length, timer('Persistent')], [1, ['yes']])
})

Deno.test('The backup is as closed as the service, and writes its own folder besides', async () => {
  const guards = async (name: string) =>
    (await read(`deploy/${name}`))
      .split('\n')
      .filter((line) =>
        /^(NoNew|Capability|Protect|Private|Restrict|Lock|SystemCall|UMask|Memory|\w+DirectoryMode)/.test(line),
      )
      .toSorted()
  const [ofService, ofBackup] = await Promise.all(['bubblequest.service', 'bubblequest-backup.service'].map(guards))
  assert.ok(ofService && ofService.length > 20)
  assert.deepEqual(ofBackup, ofService)
  const [service, backup] = await Promise.all(['bubblequest.service', 'bubblequest-backup.service'].map(unit))
  assert.deepEqual(
    backup?.('ReadWritePaths').join().split(' ').toSorted(),
    [...(service?.('ReadWritePaths').join().split(' ') ?? []), '/var/lib/bubblequest-backups'].toSorted(),
  )
})

Deno.test('systemd itself finds nothing wrong with the units', async () => {
  const folder = await Deno.makeTempDir()
  try {
    const names = ['bubblequest.service', 'bubblequest-backup.service', 'bubblequest-backup.timer']
    // Here nothing is installed: any program stands for ours.
    for (const name of names)
      await Deno.writeTextFile(
        `${folder}/${name}`,
        (await read(`deploy/${name}`)).replace(/^ExecStart=\/opt\S+/m, 'ExecStart=/bin/true'),
      )
    const { success, stderr } = await new Deno.Command('systemd-analyze', {
      args: ['verify', ...names.map((name) => `${folder}/${name}`)],
    }).output()
    assert.deepEqual([success, new TextDecoder().decode(stderr)], [true, ''])
  } catch (error) {
    // A machine without systemd cannot check units.
    if (!(error instanceof Deno.errors.NotFound)) throw error
  } finally {
    await Deno.remove(folder, { recursive: true })
  }
})

const containerLines = (await read('deploy/Containerfile')).replaceAll('\\\n', ' ').split('\n')
const inContainer = (word: string) =>
  containerLines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim())

Deno.test('The container runs without root, keeps its data outside, and has what the lock file names', () => {
  assert.ok(inContainer('RUN').some((line) => line.startsWith('npm ci ')))
  const [user = ''] = inContainer('USER')
  assert.equal(user, 'node')
  assert.ok(containerLines.indexOf(`USER ${user}`) < containerLines.findIndex((line) => line.startsWith('CMD ')))
  const environment = inContainer('ENV').join(' ')
  assert.deepEqual(inContainer('VOLUME'), [valueOf(environment, 'BUBBLEQUEST_DATA')])
  assert.deepEqual(inContainer('EXPOSE'), [valueOf(environment, 'PORT')])
})

Deno.test('The container can be built, starts and makes backups without the sources of the app, and holds no secrets', async () => {
  const [image, data] = await Promise.all([Deno.makeTempDir(), Deno.makeTempDir()])
  const secret = `supabase/.env.test-${crypto.randomUUID()}`
  await Deno.writeTextFile(new URL(secret, root), 'SUPABASE_SMTP_PASS=secret')
  try {
    await playCopies(image)
    await assert.rejects(Deno.stat(`${image}/${secret}`), Deno.errors.NotFound)
    await Deno.symlink(fileURLToPath(new URL('node_modules', root)), `${image}/node_modules`)
    for (const script of inContainer('RUN').filter((line) => line.startsWith('npm run '))) {
      const { success, stderr } = await new Deno.Command('sh', { args: ['-c', script], cwd: image }).output()
      assert.ok(success, new TextDecoder().decode(stderr))
    }
    await assert.rejects(Deno.stat(`${image}/app`), Deno.errors.NotFound)
    await isHealthy(image, data)
  } finally {
    await Deno.remove(new URL(secret, root))
    await Promise.all([image, data].map((folder) => Deno.remove(folder, { recursive: true })))
  }
})

/** Copies as the first stage does, without what `.dockerignore` names. */
async function playCopies(image: string): Promise<void> {
  const patterns = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const ignored = patterns.map(
    (pattern) =>
      new RegExp(
        `^${pattern.replaceAll('.', '\\.').replaceAll(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(.*/)?'))}(/|$)`,
      ),
  )
  for (const line of inContainer('COPY').filter((copied) => !copied.startsWith('--from'))) {
    const paths = line.split(/ +/)
    const target = paths.pop() ?? ''
    for (const path of paths) {
      const [from, to] = [fileURLToPath(new URL(path, root)), `${image}/${target.startsWith('.') ? path : target}`]
      await cp(from, to, {
        recursive: true,
        filter: (source) => !ignored.some((pattern) => pattern.test(source.slice(fileURLToPath(root).length))),
      })
    }
  }
}

/** Runs the command of the image and, on a port that the image does not name, its check of health and a backup. */
async function isHealthy(image: string, data: string): Promise<void> {
  const [program = '', ...args] = z.array(z.string()).parse(JSON.parse(inContainer('CMD')[0] ?? ''))
  const [check = '', ...checkArgs] = z
    .array(z.string())
    .parse(JSON.parse(/CMD (\[.*)$/.exec(inContainer('HEALTHCHECK')[0] ?? '')?.[1] ?? ''))
  const port = String(freePort())
  const env = { PORT: port, BUBBLEQUEST_DATA: data, NO_COLOR: '1' }
  const health = async () => (await new Deno.Command(check, { args: checkArgs, env }).output()).code
  assert.equal(await health(), 1)
  const server = new Deno.Command(`${image}/${program}`, {
    args,
    cwd: image,
    env,
    stdin: 'null',
    stdout: 'piped',
    stderr: 'piped',
  }).spawn()
  try {
    let said = ''
    for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
      said += text
      if (said.includes('Stop with Ctrl-C')) break
    }
    assert.equal(await health(), 0, said)
    const backup = await new Deno.Command('npm', {
      args: ['run', 'backup', '--', `${data}.tar.gz`],
      cwd: image,
      env,
    }).output()
    assert.ok(backup.success, new TextDecoder().decode(backup.stderr))
    await Deno.remove(`${data}.tar.gz`)
  } finally {
    server.kill('SIGTERM')
    await server.stderr.cancel()
    await server.status
  }
}

Deno.test('The proxy leads to the port of the service, in TLS for years, and keeps the mailbox to the machine', async () => {
  const [caddy, of] = await Promise.all([read('deploy/Caddyfile'), unit('bubblequest.service')])
  assert.match(
    caddy,
    new RegExp(`^\\treverse_proxy 127\\.0\\.0\\.1:${valueOf(of('Environment').join(' '), 'PORT')}$`, 'm'),
  )
  const [, years] = /^\theader Strict-Transport-Security "(.*)"$/m.exec(caddy) ?? []
  assert.ok((await read('deploy/netlify.toml')).includes(years ?? assert.fail('no word of TLS')))
  assert.match(caddy, /^\trespond \/mailbox\* 404$/m)
  // It is the only proxy, and the service trusts it for the caller's address.
  assert.equal(valueOf(of('Environment').join(' '), 'BUBBLEQUEST_TRUSTED_PROXIES'), '1')
})

Deno.test('README, the pages on hosting and on security, and the command say who reads along on plain http, and lead to --tls', async () => {
  for (const path of ['README.md', 'docs/self-hosting.md', 'docs/security.md', 'embedded/main.ts']) {
    const lines = (await read(path)).replaceAll(/\s+/g, ' ')
    const [sentence = ''] = /[^.]*everyone in the Wi-Fi can read along[^.]*/.exec(lines) ?? assert.fail(path)
    assert.match(sentence, /--tls/, path)
  }
})

Deno.test('Caddy ends connections that say nothing, half of something, or read nothing', async () => {
  const [, timeouts = ''] = /^\{\n\tservers \{\n[^{]*timeouts \{\n([^}]*)\}/m.exec(await read('deploy/Caddyfile')) ?? []
  const lines = timeouts.trim().split(/\s*\n\s*/)
  assert.deepEqual(lines, ['read_header 10s', 'read_body 30s', 'write 5m', 'idle 1m'])
})
