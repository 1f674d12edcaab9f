import { createHash, createHmac, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import companion from '@uppy/companion'
import { startFauxqs } from 'fauxqs'
import { build, type Rolldown } from 'vite'

/** One call that reached the companion, the S3 server or the place whole files go to. */
export type Call = { to: 'companion' | 's3' | 'whole'; method: string; path: string; query: URLSearchParams; bytes: number }
type Answer = { status: number; body?: string }

const bucket = 'family-pictures'
const region = 'eu-central-1'
// Where Supabase has its S3 too: an endpoint with a path of its own.
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
    readonly origin: string,
    private readonly folder: string,
    private readonly secrets: Map<string, string>,
    private readonly empty: () => void,
    readonly stop: () => Promise<void>,
  ) {}

  /** The test page, the real companion below /companion and an S3 server, all on one origin. */
  static async start(): Promise<UploadSite> {
    const folder = mkdtempSync(join(tmpdir(), 'bubblequest-uploads-'))
    const secrets = new Map([['parent', randomUUID()]])
    const s3 = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, s3StorageDir: folder, init: { buckets: [bucket] } })
    const script = await pageScript()
    const server = createServer((request, response) => void site.#answer(request, response, script, companionApp, s3.port).catch(() => response.destroy()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const host = `localhost:${typeof address === 'object' ? address?.port : ''}`
    // Companion's client for temporary credentials takes its address from nowhere else.
    process.env['AWS_ENDPOINT_URL_STS'] = `http://${host}/sts`
    quietly()
    const { app: companionApp } = companion.app({
      secret: randomUUID(),
      filePath: folder,
      server: { host, protocol: 'http', path: '/companion' },
      corsOrigins: [`http://${host}`],
      uploadUrls: [`http://${host}`],
      enableUrlEndpoint: true,
      allowLocalUrls: true,
      metrics: false,
      s3: {
        key: 'parent',
        secret: secrets.get('parent'),
        bucket,
        region,
        endpoint: `http://${host}${s3Path}`,
        forcePathStyle: true,
        expires: 900,
        // As docs/uploads.md tells.
        awsClientOptions: { requestChecksumCalculation: 'WHEN_REQUIRED' },
      },
    })
    companion.socket(server)
    const site = new UploadSite(
      `http://${host}`,
      folder,
      secrets,
      () => s3.emptyBucket(bucket),
      async () => {
        server.closeAllConnections()
        server.close()
        await s3.stop()
        rmSync(folder, { recursive: true, force: true })
      },
    )
    return site
  }

  reset(): void {
    this.empty()
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

  async #answer(request: IncomingMessage, response: ServerResponse, script: string, companionApp: RequestHandler, s3Port: number): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    const method = request.method ?? ''
    if (url.pathname === '/') return send(response, 200, '<!doctype html><title>Uploads</title><script type="module" src="/page.js"></script>', 'text/html')
    if (url.pathname === '/page.js') return send(response, 200, script, 'text/javascript')
    if (url.pathname === '/favicon.ico') return send(response, 204, '')
    if (url.pathname === '/afar.bin')
      return void response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 12 * 2 ** 20 }).end(method === 'HEAD' ? '' : afar())
    if (url.pathname.startsWith('/sts')) return send(response, 200, this.#temporaryCredentials(), 'text/xml')
    const to = url.pathname.startsWith('/companion/') ? 'companion' : url.pathname.startsWith(s3Path) ? 's3' : 'whole'
    const call: Call = { to, method, path: url.pathname, query: url.searchParams, bytes: Number(request.headers['content-length'] ?? 0) }
    this.calls.push(call)
    const instead = await this.before(call)
    if (instead === 'hang up' || request.destroyed) return void request.destroy()
    if (instead) return send(response, instead.status, instead.body ?? '{}', 'application/json')
    if (to === 'companion') {
      request.url = `${url.pathname.slice('/companion'.length)}${url.search}`
      return companionApp(request, response)
    }
    if (to === 'whole') return this.#takeWhole(request, response, url.pathname)
    if (!this.#mayPass(request, url)) return send(response, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', 'text/xml')
    // The one call of Uppy's that this S3 server does not know.
    if (method === 'GET' && url.searchParams.has('uploadId')) return send(response, 200, this.#partsAsXml(url.searchParams.get('uploadId') ?? ''), 'text/xml')
    this.#pass(request, response, url, s3Port, call)
  }

  #pass(request: IncomingMessage, response: ServerResponse, url: URL, port: number, call: Call): void {
    const path = `${url.pathname.slice(s3Path.length)}${url.search}`
    const onward = ask({ port, host: '127.0.0.1', path, method: request.method, headers: { ...request.headers, host: `127.0.0.1:${port}` } }, (answer) => {
      void Promise.resolve(this.after(call)).then(() => {
        // As S3 itself tells where a form's file lies; Uppy asks for it.
        const location = call.method === 'POST' && answer.statusCode === 201 ? { location: `${this.origin}${call.path}` } : {}
        response.writeHead(answer.statusCode ?? 500, { ...answer.headers, ...location })
        answer.pipe(response)
      })
    })
    onward.on('error', () => response.destroy())
    // A part that is given up on its way is no part.
    request.on('close', () => request.complete || onward.destroy())
    request.pipe(onward)
  }

  async #takeWhole(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const hash = createHash('sha256')
    for await (const piece of request) hash.update(piece)
    this.whole.set(path, { type: request.headers['content-type'], hash: hash.digest('hex') })
    // As Supabase Storage answers: no ETag.
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

  /** Whether an address that was signed in advance bears the right signature, and no checksum of nothing. Forms and companion's own calls pass. */
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
    const canonical = [request.method, path, query.toString().replaceAll('+', '%20'), `host:${host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n')
    const toSign = ['AWS4-HMAC-SHA256', query.get('X-Amz-Date'), scope.join('/'), sha256(canonical)].join('\n')
    const signingKey = scope.reduce<Buffer | string>((known, step) => createHmac('sha256', known).update(step).digest(), `AWS4${this.secrets.get(key)}`)
    return createHmac('sha256', signingKey).update(toSign).digest('hex') === signature
  }
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

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

/** Companion tells every step to the console. */
function quietly(): void {
  const log = console.log
  console.log = (...words: unknown[]) => String(words[0]).includes('companion: ') || log(...words)
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
