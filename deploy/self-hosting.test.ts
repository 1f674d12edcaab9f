import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { freePort } from '../testing/uploaded-function.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => Deno.readTextFile(new URL(path, root))

type Unit = (key: string) => string[]

/** The settings of a unit, each with all its values. */
async function unit(name: string): Promise<Unit> {
  const lines = (await read(`deploy/${name}`)).split('\n').filter((line) => /^\w+=/.test(line))
  return (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
}

const units = ['bubblequest.service', 'bubblequest-backup.service', 'bubblequest-backup.timer']
const [service, backup, timer] = (await Promise.all(units.map(unit))) as [Unit, Unit, Unit]

const valueOf = (text: string, name: string) =>
  new RegExp(`(?:^|\\s)${name}=(\\S+)`).exec(text)?.[1] ?? assert.fail(`${name} is not set`)
const environmentOf = (of: Unit, name: string) => valueOf(of('Environment').join(' '), name)
const writableBy = (of: Unit) => of('ReadWritePaths').join(' ').split(' ').toSorted()

Deno.test('The service runs as a user of its own, writes only its folder, and is started again', () => {
  // Only the proxy reaches it from outside.
  assert.match(service('ExecStart').join(), /node_modules\/deno\/deno run -A embedded\/main\.ts --host 127\.0\.0\.1$/)
  for (const name of ['BUBBLEQUEST_DATA', 'DENO_DIR'])
    assert.ok(writableBy(service).includes(environmentOf(service, name)), name)
  const guards = {
    User: 'bubblequest',
    Restart: 'on-failure',
    KillMode: 'mixed',
    StateDirectoryMode: '0700',
    UMask: '0077',
  }
  const closed = { NoNewPrivileges: 'yes', CapabilityBoundingSet: '', ProtectSystem: 'strict', ProtectHome: 'yes' }
  for (const [key, value] of Object.entries({ ...guards, ...closed, PrivateTmp: 'yes' }))
    assert.deepEqual(service(key), [value], key)
  // A stop takes up to 5 seconds.
  assert.ok(Number(service('TimeoutStopSec')[0]) > 5)
  // JavaScript is compiled while it runs.
  assert.deepEqual(service('MemoryDenyWriteExecute'), [])
})

Deno.test('The backup of every night is made of the same folder by the same user, as closed as the service, and writes its own folder besides', async () => {
  const place = '/var/lib/bubblequest-backups'
  assert.match(
    backup('ExecStart').join(),
    /node_modules\/deno\/deno run -A embedded\/backup\/backup\.ts .*bubblequest-backups/,
  )
  const guard =
    /^(NoNew|Capability|Protect|Private|Restrict|Lock|SystemCall|UMask|Memory|User|Working|\w+DirectoryMode)/
  const [ofService = [], ofBackup] = await Promise.all(
    units.map(async (name) =>
      (await read(`deploy/${name}`))
        .split('\n')
        .filter((line) => guard.test(line))
        .toSorted(),
    ),
  )
  assert.ok(ofService.length > 20)
  assert.deepEqual(ofBackup, ofService)
  assert.equal(environmentOf(backup, 'BUBBLEQUEST_DATA'), environmentOf(service, 'BUBBLEQUEST_DATA'))
  assert.deepEqual(writableBy(backup), [...writableBy(service), place].toSorted())
  assert.deepEqual([timer('OnCalendar').length, timer('Persistent')], [1, ['yes']])
})

Deno.test('systemd itself finds nothing wrong with the units', async () => {
  const folder = await Deno.makeTempDir()
  try {
    for (const name of units) {
      // Here nothing is installed: any program stands for ours.
      const text = (await read(`deploy/${name}`)).replace(/^ExecStart=\/opt\S+/m, 'ExecStart=/bin/true')
      await Deno.writeTextFile(`${folder}/${name}`, text)
    }
    const args = ['verify', ...units.map((name) => `${folder}/${name}`)]
    const { success, stderr } = await new Deno.Command('systemd-analyze', { args }).output()
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

Deno.test('The container runs without root, is built, starts and makes backups without the sources of the app, and holds no secrets', async () => {
  assert.ok(inContainer('RUN').some((line) => line.startsWith('npm ci ')))
  assert.deepEqual(inContainer('USER'), ['node'])
  assert.ok(containerLines.indexOf('USER node') < containerLines.findIndex((line) => line.startsWith('CMD ')))
  const environment = inContainer('ENV').join(' ')
  assert.deepEqual(inContainer('VOLUME'), [valueOf(environment, 'BUBBLEQUEST_DATA')])
  assert.deepEqual(inContainer('EXPOSE'), [valueOf(environment, 'PORT')])
  const [image, data] = await Promise.all([Deno.makeTempDir(), Deno.makeTempDir()])
  const secret = `supabase/.env.test-${crypto.randomUUID()}`
  await Deno.writeTextFile(new URL(secret, root), 'SUPABASE_SMTP_PASS=secret')
  try {
    await playCopies(image)
    await Deno.symlink(fileURLToPath(new URL('node_modules', root)), `${image}/node_modules`)
    for (const script of inContainer('RUN').filter((line) => line.startsWith('npm run '))) {
      const { success, stderr } = await new Deno.Command('sh', { args: ['-c', script], cwd: image }).output()
      assert.ok(success, new TextDecoder().decode(stderr))
    }
    for (const path of [secret, 'app']) await assert.rejects(Deno.stat(`${image}/${path}`), Deno.errors.NotFound)
    await isHealthy(image, data)
  } finally {
    await Deno.remove(new URL(secret, root))
    await Promise.all([image, data].map((folder) => Deno.remove(folder, { recursive: true })))
  }
})

/** Copies as the first stage does, without what `.dockerignore` names. */
async function playCopies(image: string): Promise<void> {
  const patterns = (await read('.dockerignore')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const parts = { '.': '\\.', '*': '[^/]*', '**/': '(.*/)?' }
  const ignored = patterns.map((pattern) => {
    const written = pattern.replaceAll(/\.|\*\*\/|\*/g, (part) => parts[part as keyof typeof parts])
    return new RegExp(`^${written}(/|$)`)
  })
  for (const line of inContainer('COPY').filter((copied) => !copied.startsWith('--from'))) {
    const paths = line.split(/ +/)
    const target = paths.pop() ?? ''
    for (const path of paths) {
      await cp(fileURLToPath(new URL(path, root)), `${image}/${target.startsWith('.') ? path : target}`, {
        recursive: true,
        filter: (source) => !ignored.some((pattern) => pattern.test(source.slice(fileURLToPath(root).length))),
      })
    }
  }
}

const Words = z.tuple([z.string()], z.string())

/** Runs the command of the image and, on a port that the image does not name, its check of health and a backup. */
async function isHealthy(image: string, data: string): Promise<void> {
  const [, words = ''] = /CMD (\[.*)$/.exec(inContainer('HEALTHCHECK').join()) ?? []
  const env = { PORT: String(freePort()), BUBBLEQUEST_DATA: data, NO_COLOR: '1' }
  const run = ([program, ...args]: z.infer<typeof Words>) => new Deno.Command(program, { args, cwd: image, env })
  const health = async () => (await run(Words.parse(JSON.parse(words))).output()).code
  assert.equal(await health(), 1)
  const [program, ...args] = Words.parse(JSON.parse(inContainer('CMD').join()))
  const server = new Deno.Command(`${image}/${program}`, {
    ...{ args, cwd: image, env },
    ...({ stdin: 'null', stdout: 'piped', stderr: 'inherit' } as const),
  }).spawn()
  try {
    let said = ''
    for await (const text of server.stdout.pipeThrough(new TextDecoderStream())) {
      said += text
      if (said.includes('Stop with Ctrl-C')) break
    }
    assert.equal(await health(), 0, said)
    const { success, stderr } = await run(['npm', 'run', 'backup', '--', `${data}.tar.gz`]).output()
    assert.ok(success, new TextDecoder().decode(stderr))
    await Deno.remove(`${data}.tar.gz`)
  } finally {
    server.kill('SIGTERM')
    await server.status
  }
}

Deno.test('The proxy leads to the port of the service, in TLS for years, and keeps the mailbox to the machine', async () => {
  const caddy = await read('deploy/Caddyfile')
  assert.ok(caddy.includes(`\n\treverse_proxy 127.0.0.1:${environmentOf(service, 'PORT')}\n`))
  const [, years] = /^\theader Strict-Transport-Security "(.*)"$/m.exec(caddy) ?? []
  assert.ok((await read('deploy/netlify.toml')).includes(years ?? assert.fail('no word of TLS')))
  assert.match(caddy, /^\trespond \/mailbox\* 404$/m)
  // It is the only proxy, and the service trusts it for the caller's address.
  assert.equal(environmentOf(service, 'BUBBLEQUEST_TRUSTED_PROXIES'), '1')
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
