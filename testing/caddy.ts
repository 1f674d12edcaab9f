import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { freePort } from './uploaded-function.ts'

const folders = (Deno.env.get('PATH') ?? '').split(':')
const program = folders.map((folder) => `${folder}/caddy`).find((path) => existsSync(path))

/** Whether tests of Caddy are left out on this machine; where everything has to be tried they fail instead. */
export const isWithoutCaddy = program === undefined && Deno.env.get('CI') === undefined
if (program === undefined) console.error('The file for Caddy is not tried: apt install caddy')

/** What a service behind Caddy was asked, if one was. */
export type Led = { url: string; headers: Record<string, string> }
type Answer = { status: number; headers: IncomingHttpHeaders; body: string; led?: Led | undefined }
export type Ask = (call: string, headers?: Record<string, string>) => Promise<Answer>

/**
 * Runs `look` beside a Caddy with this site, on plain http, in front of a service that answers every call with JSON.
 * `ask('GET /path')` sends a path as it is written.
 */
export async function withCaddy(siteOn: (service: string) => string, look: (ask: Ask) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir()
  let led: Led | undefined
  const service = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, ({ url, headers }) => {
    led = { url: url.replace(/^https?:\/\/[^/]*/, ''), headers: Object.fromEntries(headers) }
    return Response.json({ led: 'x'.repeat(2000) })
  })
  const port = freePort()
  const site = siteOn(`127.0.0.1:${service.addr.port}`).replace(/^your\.address \{/m, `http://127.0.0.1:${port} {`)
  await Deno.writeTextFile(`${folder}/Caddyfile`, `{\n\tadmin off\n}\n${site}`)
  const caddy = new Deno.Command(program ?? assert.fail('Caddy is not installed: apt install caddy'), {
    args: ['run', '--adapter', 'caddyfile', '--config', `${folder}/Caddyfile`],
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdin: 'null',
    stdout: 'null',
    stderr: 'piped',
  }).spawn()
  const output = caddy.stderr.pipeThrough(new TextDecoderStream())
  const started = Promise.withResolvers<void>()
  const ended = (async () => {
    let said = ''
    for await (const text of output) {
      said += text
      if (said.includes('serving initial configuration')) started.resolve()
    }
    started.reject(new Error(said))
  })()
  const ask: Ask = async (call, headers = {}) => {
    const [method = '', path = ''] = call.split(' ')
    led = undefined
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const asked = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('latin1').on('data', (text) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body, led }))
    })
    asked.on('error', reject).end()
    return promise
  }
  try {
    await started.promise
    await look(ask)
  } finally {
    caddy.kill('SIGTERM')
    await Promise.all([caddy.status, ended, service.shutdown()])
    await Deno.remove(folder, { recursive: true })
  }
}
