import { fork } from 'node:child_process'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { installFolder } from '../tools/install.mjs'
import { forwardUpgrades } from './forward-upgrades.ts'

/** One call that reached the companion, the S3 server or the place whole files go to. */
export type Call = {
  to: 'companion' | 's3' | 'whole'
  method: string
  path: string
  query: URLSearchParams
  bytes: number
}
type Answer = { status: number; body?: string }

const bucket = 'family-pictures'
// Supabase has its S3 below a path, too.
const s3Path = '/storage/v1/s3'

export class UploadSite {
  readonly s3Path = s3Path
  readonly afarHash = sha256(afar())
  /** Every call in order. */
  readonly calls: Call[] = []
  /** Whole files, by the path they were sent to. */
  readonly whole = new Map<string, { type: string | undefined; hash: string }>()
  /** May answer in a service's place, or let a call wait. */
  before: (call: Call) => Promise<Answer | 'hang up' | undefined> | Answer | 'hang up' | undefined = () => undefined
  /** May let an answer of a service wait. */
  after: (call: Call) => Promise<void> | void = () => undefined

  private constructor(
    private readonly server: Server,
    readonly origin: string,
    private readonly folder: string,
    private readonly secrets: Map<string, string>,
    private readonly services: Services,
    private readonly script: string,
  ) {
    server.on(
      'request',
      (request: IncomingMessage, response: ServerResponse) =>
        void this.#answer(request, response).catch(() => response.destroy()),
    )
    forwardUpgrades(server, services.ports.companion)
  }

  /** The test page, the real companion below /companion and an S3 server, all on one origin. */
  static async start(): Promise<UploadSite> {
    const folder = mkdtempSync(join(tmpdir(), 'bubblequest-uploads-'))
    const secret = randomUUID()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `localhost:${(server.address() as AddressInfo).port}`
    const services = await startServices(host, folder, secret)
    return new UploadSite(server, `http://${host}`, folder, new Map([['parent', secret]]), services, await pageScript())
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await this.services.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async reset(): Promise<void> {
    await this.services.emptyBucket()
    this.whole.clear()
    this.calls.length = 0
    this.before = () => undefined
    this.after = () => undefined
  }

  count(to: Call['to'], method: string, path: RegExp = /^/): number {
    return this.calls.filter((call) => call.to === to && call.method === method && path.test(call.path)).length
  }

  /** The numbers of the parts on the S3 server's disk, of uploads that are not complete. */
  partsOnDisk(): number[] {
    const names = readdirSync(join(this.folder, '_multipart'), { recursive: true, encoding: 'utf8' })
    return names.filter((name) => name.endsWith('.data')).map((name) => parseInt(basename(name)))
  }

  /** Uploads the S3 server has begun and neither completed nor aborted. */
  uploadsUnderWay(): string[] {
    return readdirSync(join(this.folder, '_multipart'))
  }

  /** The hash of the object whose name ends so. */
  hashOf(ending: string): string | undefined {
    const below = join(this.folder, 'buckets', bucket, 'objects')
    const names = existsSync(below) ? readdirSync(below) : []
    const found = names.find((name) => name.endsWith(`${ending}.data`))
    return found === undefined ? undefined : sha256(readFileSync(join(below, found)))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    const method = request.method ?? ''
    if (url.pathname === '/')
      return send(
        response,
        200,
        '<!doctype html><title>Uploads</title><script type="module" src="/page.js"></script>',
        'text/html',
      )
    if (url.pathname === '/page.js') return send(response, 200, this.script, 'text/javascript')
    if (url.pathname === '/favicon.ico') return send(response, 204, '')
    if (url.pathname === '/afar.bin')
      return void response
        .writeHead(200, { 'content-type': 'video/mp4', 'content-length': 12 * 2 ** 20 })
        .end(method === 'HEAD' ? '' : afar())
    if (url.pathname.startsWith('/sts')) return send(response, 200, this.#temporaryCredentials(), 'text/xml')
    const to = url.pathname.startsWith('/companion/') ? 'companion' : url.pathname.startsWith(s3Path) ? 's3' : 'whole'
    const call: Call = {
      to,
      method,
      path: url.pathname,
      query: url.searchParams,
      bytes: Number(request.headers['content-length'] ?? 0),
    }
    this.calls.push(call)
    const instead = await this.before(call)
    if (instead === 'hang up' || request.destroyed) return void request.destroy()
    if (instead) return send(response, instead.status, instead.body ?? '{}', 'application/json')
    if (to === 'companion')
      return this.#forward(request, response, `${url.pathname.slice('/companion'.length)}${url.search}`, call)
    if (to === 'whole') return this.#takeWhole(request, response, url.pathname)
    if (!this.#mayPass(request, url))
      return send(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', 'text/xml')
    // The one call of Uppy's that this S3 server does not know.
    if (method === 'GET' && url.searchParams.has('uploadId'))
      return send(response, 200, this.#partsAsXml(url.searchParams.get('uploadId') ?? ''), 'text/xml')
    this.#forward(request, response, `${url.pathname.slice(s3Path.length)}${url.search}`, call)
  }

  #forward(request: IncomingMessage, response: ServerResponse, path: string, call: Call): void {
    const port = this.services.ports[call.to === 's3' ? 's3' : 'companion']
    const onward = ask(
      {
        port,
        host: '127.0.0.1',
        path,
        method: request.method,
        headers: { ...request.headers, host: `127.0.0.1:${port}` },
      },
      (answer) => {
        void Promise.resolve(this.after(call)).then(() => {
          // As S3 itself tells where a form's file lies; Uppy asks for it.
          const location =
            call.method === 'POST' && answer.statusCode === 201 ? { location: `${this.origin}${call.path}` } : {}
          response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...location })
          answer.pipe(response)
        })
      },
    )
    onward.on('error', () => response.destroy())
    // A part that is given up on its way is no part.
    request.on('close', () => request.complete || onward.destroy())
    request.pipe(onward)
  }

  async #takeWhole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const hash = createHash('sha256')
    for await (const piece of request) hash.update(piece)
    this.whole.set(path, { type: request.headers['content-type'], hash: hash.digest('hex') })
    // No ETag, as in responses of Supabase Storage.
    send(response, 200, JSON.stringify({ Key: path }), 'application/json')
  }

  #partsAsXml(uploadId: string): string {
    const below = join(this.folder, '_multipart', uploadId, 'parts')
    const parts = readdirSync(below)
      .filter((name) => name.endsWith('.meta.json'))
      .map((name) => JSON.parse(readFileSync(join(below, name), 'utf8')))
      .map(({ partNumber, etag }) => `<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
    return `<ListPartsResult><UploadId>${uploadId}</UploadId>${parts.join('')}</ListPartsResult>`
  }

  #temporaryCredentials(): string {
    const [key, secret] = [`TEMPORARY${randomUUID().slice(0, 8)}`, randomUUID()]
    this.secrets.set(key, secret)
    const expiration = new Date(Date.now() + 900_000).toISOString()
    return `<GetFederationTokenResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetFederationTokenResult><Credentials>
      <AccessKeyId>${key}</AccessKeyId><SecretAccessKey>${secret}</SecretAccessKey><SessionToken>${randomUUID()}</SessionToken>
      <Expiration>${expiration}</Expiration></Credentials></GetFederationTokenResult></GetFederationTokenResponse>`
  }

  /**
   * Whether an address that was signed in advance bears the right signature, and no checksum of nothing. Forms and
   * companion's own calls pass.
   */
  #mayPass(request: IncomingMessage, url: URL): boolean {
    const query = new URLSearchParams(url.search)
    const signature = query.get('X-Amz-Signature')
    if (signature === null) return request.headers.authorization !== undefined || request.method === 'POST'
    if (query.has('x-amz-checksum-crc32')) return false
    query.delete('X-Amz-Signature')
    query.sort()
    const [key = '', ...scope] = (query.get('X-Amz-Credential') ?? '').split('/')
    const host = request.headers['x-forwarded-host'] ?? request.headers.host
    const path = request.headers['x-forwarded-host'] ? url.pathname.slice(s3Path.length) : url.pathname
    const canonical = [
      request.method,
      path,
      query.toString().replaceAll('+', '%20'),
      `host:${String(host)}\n`,
      'host',
      'UNSIGNED-PAYLOAD',
    ].join('\n')
    const toSign = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), sha256(canonical)].join('\n')
    const signingKey = scope.reduce<Buffer | string>(
      (known, step) => createHmac('sha256', known).update(step).digest(),
      `AWS4${this.secrets.get(key)}`,
    )
    return createHmac('sha256', signingKey).update(toSign).digest('hex') === signature
  }
}

type Services = {
  ports: { companion: number; s3: number }
  emptyBucket: () => Promise<unknown>
  stop: () => Promise<unknown>
}

/** Starts the companion and the S3 server in a process of their own, from packages that only this story installs. */
async function startServices(host: string, folder: string, secret: string): Promise<Services> {
  installFolder('e2e/companion')
  const program = fileURLToPath(new URL('companion/server.mjs', import.meta.url))
  const child = fork(program, [host, folder, secret], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  const [ports] = await Promise.race([once(child, 'message'), ended])
  if (child.exitCode !== null) throw new Error(`${program} did not start; its reason stands above.`)
  return {
    ports,
    async emptyBucket() {
      const emptied = once(child, 'message')
      child.send('empty the bucket')
      await emptied
    },
    async stop() {
      child.disconnect()
      await ended
    },
  }
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

/** Twelve MiB, so that there is progress to tell of. */
function afar(): Buffer {
  return Buffer.concat(Array.from({ length: 12 }, (_, piece) => Buffer.alloc(2 ** 20, piece)))
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

async function pageScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, rolldownOptions: { input: fileURLToPath(new URL('uploads-page.ts', import.meta.url)) } },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output[0].code
}
