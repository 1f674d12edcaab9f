import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Device } from '../testing/device.ts'
import { password } from '../testing/family.ts'
import { listener } from '../testing/listener.ts'
import { isWithoutNginx, withNginx } from '../testing/nginx.ts'
import type { NginxPorts } from '../testing/nginx.ts'
import { samplePictures } from '../testing/sample-pictures.ts'
import { onOwnStack } from '../testing/stack.ts'
import type { OwnStack } from '../testing/stack.ts'
import { until } from '../testing/until.ts'

const [cert, key] = ['cert.pem', 'key.pem'].map((name) =>
  fileURLToPath(new URL(`../testing/certificate/${name}`, import.meta.url)),
) as [string, string]
const file = await Deno.readTextFile(new URL('nginx.conf', import.meta.url))
const caddyfile = await Deno.readTextFile(new URL('Caddyfile', import.meta.url))

const onStack = onOwnStack({ rateLimits: true })
const story: typeof onStack = (name, run) =>
  isWithoutNginx ? Deno.test({ name, ignore: true, fn: () => {} }) : onStack(name, run)

/** The file with the ports, the address and the certificate of a test, and with `limit` in place of its times. */
function siteOf({ http, https }: NginxPorts, url: string, limit: string | undefined): string {
  const changes: [RegExp, string][] = [
    [/^\tlisten \[::\].*\n/gm, ''],
    [/listen 80;/g, `listen 127.0.0.1:${http};`],
    [/listen 443 /g, `listen 127.0.0.1:${https} `],
    [/ssl_certificate \S+;/g, `ssl_certificate ${cert};`],
    [/ssl_certificate_key \S+;/g, `ssl_certificate_key ${key};`],
    [/http:\/\/127\.0\.0\.1:3000;/g, `${url};`],
    [/(client_\w+_timeout) (\S+);/g, `$1 ${limit ?? '$2'};`],
  ]
  return changes.reduce((text, [pattern, by]) => {
    assert.match(text, pattern)
    return text.replaceAll(pattern, by)
  }, file)
}

/** Runs `look` with a client that trusts the certificate and no other. */
const withSite = (
  { url }: OwnStack,
  look: (urls: { http: string; https: string }, client: Deno.HttpClient) => Promise<void>,
  limit?: string,
) =>
  withNginx(
    (ports) => siteOf(ports, url, limit),
    async (urls) => {
      using client = Deno.createHttpClient({ caCerts: [Deno.readTextFileSync(cert)] })
      await look(urls, client)
    },
  )

/** Somebody with the longest cookies: the token of a session holds names and address. */
const longest = () => ({
  firstName: '\u{1F98A}'.repeat(100),
  lastName: '\u{1F98A}'.repeat(100),
  email: `${'a'.repeat(60)}@${`${'b'.repeat(60)}.`.repeat(3)}example`,
})

story(
  'Behind nginx a family signs up, hears its news and sees its picture, and nobody pretends to call from elsewhere',
  (stack) =>
    withSite(stack, async ({ https }, client) => {
      const device = new Device(https, {}, client)
      const signedUp = await device.ask('signup', {}, { body: { ...longest(), password } })
      assert.equal(signedUp.status, 201, signedUp.text)
      for (const cookie of signedUp.headers.getSetCookie()) assert.match(cookie, /; Secure$/)
      const forged = { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '198.51.100.1', forwarded: 'for=198.51.100.1' }
      assert.equal((await new Device(https, forged, client).call('health', {})).caller, '127.0.0.1')

      const access = await device.call('realtimeAccess', {})
      const tablet = await listener(https, `realtime:${access.topic}`, access, client)
      const [membership] = await device.call('myFamilies', {})
      const memberId = membership?.id ?? assert.fail()
      const { uploadURL: avatarUrl } = await device.call('requestUpload', {})
      const sent = { body: samplePictures['image/webp'], headers: { 'content-type': 'image/webp' } }
      assert.equal((await new Device(https, {}, client).send('PUT', avatarUrl, sent)).status, 200)
      const { avatarSeed } = await device.call('setAvatar', { memberId }, { avatarUrl })
      assert.equal((await device.send('GET', avatarSeed)).status, 200)
      await until(() => tablet.heard() > 0)
      await tablet.close()
    }),
)

story(
  'nginx leads http to https, keeps the mailbox to the machine, and refuses large bodies, as the Caddyfile does',
  (stack) =>
    withSite(stack, async ({ http, https }, client) => {
      const plain = await fetch(`${http}/parent?a=b`, { redirect: 'manual' })
      assert.deepEqual([plain.status, plain.headers.get('location')], [301, 'https://your.address/parent?a=b'])
      await plain.body?.cancel()
      const ask = async (path: string, body?: Uint8Array<ArrayBuffer>) => {
        const answer = await fetch(`${https}${path}`, { client, ...(body && { method: 'POST', body }) })
        await answer.body?.cancel()
        return { status: answer.status, hsts: answer.headers.get('strict-transport-security') }
      }
      const [, hsts = ''] = /^\theader Strict-Transport-Security "(.*)"$/m.exec(caddyfile) ?? []
      assert.deepEqual(await ask('/api/health'), { status: 200, hsts })
      assert.deepEqual(await ask('/mailbox'), { status: 404, hsts })
      assert.deepEqual(await ask('//mailbox/code'), { status: 404, hsts })
      assert.match(caddyfile, /^\t\tmax_size 20MB$/m)
      assert.equal((await ask('/api/auth/login', new Uint8Array(21 * 2 ** 20))).status, 413)
    }),
)

story('nginx ends a connection that says nothing, half of the headers, or half of a body', (stack) =>
  withSite(
    stack,
    async ({ https }) => {
      const call = 'POST /api/auth/login HTTP/1.1\r\nHost: your.address\r\nContent-'
      for (const said of ['', call, `${call}Length: 100\r\n\r\n{"email":`]) {
        using connection = await Deno.connectTls({
          hostname: 'localhost',
          port: Number(new URL(https).port),
          caCerts: [Deno.readTextFileSync(cert)],
        })
        await connection.write(new TextEncoder().encode(said))
        // Ends with the connection; without a limit this would wait for a minute and more.
        const begun = Date.now()
        await new Response(connection.readable).text().catch(() => '')
        assert.ok(Date.now() - begun < 30_000)
      }
    },
    '1s',
  ),
)

Deno.test('nginx leads to the port of the service, and waits for nobody longer than Caddy does', async () => {
  const service = await Deno.readTextFile(new URL('bubblequest.service', import.meta.url))
  const [, port = ''] = /\bPORT=(\d+)/.exec(service) ?? []
  const leadsTo = new Set([...file.matchAll(/proxy_pass (\S+);/g)].map(([, to]) => to))
  assert.deepEqual([...leadsTo], [`http://127.0.0.1:${port}`])
  const limits = [...caddyfile.matchAll(/^\t{3}(read_header|read_body|idle) (\S+)$/gm)].map(([, , limit]) => limit)
  for (const server of file.split(/^server /m).slice(1)) {
    const own = ['client_header_timeout', 'client_body_timeout', 'keepalive_timeout'].map(
      (name) => new RegExp(`^\\t${name} (\\S+);$`, 'm').exec(server)?.[1],
    )
    assert.deepEqual(own, limits)
  }
})
