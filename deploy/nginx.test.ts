import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { createApi } from '../edge-functions/api/app.ts'
import { throughProxy } from '../edge-functions/api/through-proxy.ts'
import { Device } from '../testing/device.ts'
import { newAddress, password } from '../testing/family.ts'
import { listener } from '../testing/listener.ts'
import { isWithoutNginx, withNginx } from '../testing/nginx.ts'
import type { NginxPorts } from '../testing/nginx.ts'
import { samplePictures } from '../testing/sample-pictures.ts'
import { onOwnStack, settingsFor } from '../testing/stack.ts'
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

function replaceAll(text: string, pattern: RegExp, by: string): string {
  assert.match(text, pattern)
  return text.replaceAll(new RegExp(pattern, 'gm'), by)
}

/** The file with the ports, the address and the certificate of a test, and with `limit` in place of its times. */
function siteOf({ http, https }: NginxPorts, url: string, limit?: string): string {
  const changes: [RegExp, string][] = [
    [/^\tlisten \[::\].*\n/m, ''],
    [/listen 80;/, `listen 127.0.0.1:${http};`],
    [/listen 443 /, `listen 127.0.0.1:${https} `],
    [/ssl_certificate \S+;/, `ssl_certificate ${cert};`],
    [/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`],
    [/http:\/\/127\.0\.0\.1:3000;/, `${url};`],
    ...(limit === undefined ? [] : ([[/(client_\w+_timeout) \S+;/, `$1 ${limit};`]] satisfies [RegExp, string][])),
  ]
  return changes.reduce((text, [pattern, by]) => replaceAll(text, pattern, by), file)
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

const signUp = (device: Device, person = { firstName: 'Anna', lastName: 'Berg', email: newAddress() }) =>
  device.ask('signup', {}, { body: { ...person, password } })

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
      const signedUp = await signUp(device, longest())
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

const unfinished = {
  nothing: [],
  'half of the headers': ['POST /api/auth/login HTTP/1.1\r\nHost: your.address\r\nContent-'],
  'half of a body': ['POST /api/auth/login HTTP/1.1\r\nHost: your.address\r\nContent-Length: 100\r\n\r\n', '{"email":'],
}

for (const [what, texts] of Object.entries(unfinished)) {
  story(`nginx ends a connection that says ${what}`, (stack) =>
    withSite(
      stack,
      async ({ https }) => {
        using connection = await Deno.connectTls({
          hostname: 'localhost',
          port: Number(new URL(https).port),
          caCerts: [Deno.readTextFileSync(cert)],
        })
        for (const text of texts) await connection.write(new TextEncoder().encode(text))
        // Ends with the connection; without a limit this would wait for a minute and more.
        const begun = Date.now()
        await new Response(connection.readable).text().catch(() => '')
        assert.ok(Date.now() - begun < 30_000)
      },
      '1s',
    ),
  )
}

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

const secret = 'only the proxy and the function know it'

/** The headers that a gateway adds. */
const ofGateway = {
  via: '1.1 gateway',
  'access-control-allow-origin': '*',
  'x-gateway': '-'.repeat(400),
}

story(
  'An nginx with its own buffers passes a sign-up on, for a function tells each cookie once to who asks for no copy',
  async (stack) => {
    const api = createApi(settingsFor(stack), stack.sql)
    const gateway = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
      const answer = await throughProxy(api, secret, request)
      for (const [name, value] of Object.entries(ofGateway)) answer.headers.set(name, value)
      return answer
    })
    const site = ({ http }: NginxPorts) => `server {
    listen 127.0.0.1:${http};
    proxy_set_header Host $http_host;
    proxy_set_header x-bubblequest-proxy '${secret}';
    location / { proxy_pass http://127.0.0.1:${gateway.addr.port}; }
    location /copied/ {
      proxy_set_header Host $http_host;
      proxy_set_header x-bubblequest-proxy '${secret}';
      proxy_set_header x-bubblequest-copy-cookies 1;
      proxy_pass http://127.0.0.1:${gateway.addr.port}/;
    }
  }`
    try {
      await withNginx(site, async ({ http }) => {
        const answer = await signUp(new Device(http))
        assert.deepEqual([answer.status, answer.headers.get('x-bubblequest-set-cookie')], [201, null])
        assert.equal(answer.headers.getSetCookie().length, 3)
        // The copy is what those buffers have no room for.
        const login = { firstName: 'Anna', lastName: 'Berg', email: newAddress(), password }
        assert.equal((await new Device(http).send('POST', '/copied/api/auth/signup', { body: login })).status, 502)
      })
    } finally {
      await gateway.shutdown()
    }
  },
)
