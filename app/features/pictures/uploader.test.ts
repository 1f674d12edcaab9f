import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUploader, type Uploader } from './uploader.ts'

type Call = { method: string; url: string; body: unknown; headers: Record<string, string> }
type Reply = { status?: number; text?: string; etag?: string }
type Replies = (call: Call) => Reply | 'hang up' | 'silence'

/** Every call in order: those of the companion by fetch, those of bytes by XMLHttpRequest. */
let calls: Call[]
/** The response to a call that sends bytes. */
let replyToBytes: Replies
/** The companion's response, by method and path; undefined is that of one which works. */
let replyOfCompanion: (call: string) => Promise<Response | undefined> | Response | undefined
let abortedBytes: number

class FakeRequest extends EventTarget {
  upload = new EventTarget()
  status = 0
  responseText = ''
  #etag: string | undefined
  #call: Call = { method: '', url: '', body: undefined, headers: {} }
  open(method: string, url: string) {
    this.#call = { ...this.#call, method, url }
  }
  setRequestHeader(name: string, value: string) {
    this.#call.headers[name] = value
  }
  getResponseHeader = () => this.#etag ?? null
  getAllResponseHeaders = () => (this.#etag === undefined ? '' : `etag: ${this.#etag}\r\n`)
  send(body: unknown) {
    const call = { ...this.#call, body }
    calls.push(call)
    const reply = replyToBytes(call)
    if (reply === 'silence') return
    queueMicrotask(() => {
      if (reply === 'hang up') return this.#end('error')
      ;[this.status, this.responseText, this.#etag] = [reply.status ?? 200, reply.text ?? '', reply.etag]
      this.#end('load')
    })
  }
  abort() {
    abortedBytes++
    this.#end('abort')
  }
  #end(type: string) {
    for (const each of [type, 'loadend']) this.dispatchEvent(new Event(each))
  }
}

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** A companion that works: it begins uploads in parts, signs each part and knows the parts that have arrived. */
function workingCompanion(call: string): Response {
  if (call === 'POST s3/multipart') return json({ key: 'film', uploadId: 'one' })
  if (/^GET s3\/multipart\/one\/\d+\?/.test(call))
    return json({ url: `https://s3/part/${/\d+(?=\?)/.exec(call)?.[0]}` })
  if (call.startsWith('GET s3/params')) return json({ method: 'PUT', url: 'https://s3/whole', fields: {} })
  return json(call.startsWith('GET') ? [] : {})
}

beforeEach(() => {
  ;[calls, abortedBytes, replyToBytes, replyOfCompanion] = [[], 0, () => ({ etag: '"1"' }), () => undefined]
  vi.stubGlobal('location', { href: 'https://house.test/settings' })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    calls.push({ method, url, body, headers: {} })
    const call = `${method} ${url.replace('/companion/', '')}`
    return (await replyOfCompanion(call)) ?? workingCompanion(call)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Adds a file of so many MiB, and starts its upload; `result` is its error message, or undefined. */
function begin(uploader: Uploader, megabytes = 0.001) {
  const data = new Blob([new Uint8Array(megabytes * 2 ** 20)])
  const id = uploader.addFile({ name: 'me.png', type: 'image/png', data })
  let message: string | undefined
  uploader.once('upload-error', (_, error) => (message = error.message))
  const result = uploader.upload().then(() => message)
  return { id, result }
}

/** The companion's calls, as 'DELETE s3/multipart/one?key=film'. */
const companionCalls = () =>
  calls.flatMap(({ method, url }) => (url.startsWith('/companion/') ? [`${method} ${url.slice(11)}`] : []))

describe('a whole file', () => {
  /** An uploader to the addresses /put/1, /put/2, one for each request. */
  function toPut(addressOf = (asked: number) => `/put/${asked}?token=${asked}`) {
    let asked = 0
    return createUploader({ restrictions: {}, requestUpload: async () => ({ uploadURL: addressOf(++asked) }) })
  }

  test('goes to the requested address with its type, and needs no ETag in the response', async () => {
    replyToBytes = () => ({})
    const uploader = toPut()
    const { id, result } = begin(uploader)
    expect(await result).toBeUndefined()
    expect(calls).toMatchObject([
      { method: 'PUT', url: 'https://house.test/put/1?token=1', headers: { 'content-type': 'image/png' } },
    ])
    expect(uploader.getFile(id).uploadURL).toBe('https://house.test/put/1')
  })

  test('that was paused goes to a fresh address, and a cancelled one is aborted', async () => {
    replyToBytes = ({ url }) => (url.includes('/2') ? {} : 'silence')
    const uploader = toPut()
    const paused = begin(uploader)
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    uploader.pauseResume(paused.id)
    expect(abortedBytes).toBe(1)
    uploader.pauseResume(paused.id)
    expect(await paused.result).toBeUndefined()
    uploader.removeFile(paused.id)
    begin(uploader)
    await vi.waitFor(() => expect(calls).toHaveLength(3))
    uploader.cancelAll()
    expect(abortedBytes).toBe(2)
  })

  const late = '{"statusCode":"400","error":"InvalidJWT","message":"\\"exp\\" claim timestamp check failed"}'

  test.each([
    ['Supabase Storage', { status: 400, text: late }],
    ['S3', { status: 403, text: '<Error><Message>Request has expired</Message></Error>' }],
  ])(
    'whose address has expired by the words of %s goes to another one, once, and is named by that',
    async (_, reply) => {
      replyToBytes = ({ url }) => (url.includes('/1') ? reply : {})
      const uploader = toPut()
      const { id, result } = begin(uploader)
      expect(await result).toBeUndefined()
      expect(uploader.getFile(id).uploadURL).toBe('https://house.test/put/2')
      replyToBytes = () => reply
      calls = []
      expect(await begin(toPut()).result).toBe('Request has expired')
      expect(calls).toHaveLength(2)
    },
  )

  test('that fails says so in the words of the upload facility', async () => {
    replyToBytes = () => ({ status: 413 })
    expect(await begin(toPut()).result).toBe('Non 2xx')
    replyToBytes = () => 'hang up'
    expect(await begin(toPut()).result).toBe('Unknown error')
    expect(await begin(toPut(() => '')).result).toBe('Cannot upload to an undefined URL')
  })

  test('of which no byte moves for 15 seconds has failed', async () => {
    vi.useFakeTimers()
    replyToBytes = () => 'silence'
    const { result } = begin(toPut())
    await vi.advanceTimersByTimeAsync(14_999)
    expect([calls.length, abortedBytes]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toBe('Unknown error')
    expect(abortedBytes).toBe(1)
  })
})

describe('with a companion', () => {
  /** An uploader whose files go in parts from 1 MiB on. */
  function withCompanion(options: Partial<Parameters<typeof createUploader>[0]> = {}) {
    const uploader = createUploader({ companionUrl: '/companion', restrictions: {}, ...options })
    uploader.getPlugin('AwsS3Multipart')?.setOptions({
      shouldUseMultipart: ({ size }: { size: number | null }) => (size ?? 0) > 2 ** 20,
    })
    return uploader
  }
  const abort = 'DELETE s3/multipart/one?key=film'

  test('a film goes in parts of 5 MiB to addresses that the companion signs, and is put together there', async () => {
    expect(await begin(withCompanion(), 12).result).toBeUndefined()
    const parts = calls.filter(({ url }) => url.startsWith('https://s3/'))
    expect(parts.map(({ url, body }) => [url, (body as Blob).size / 2 ** 20])).toEqual([
      ['https://s3/part/1', 5],
      ['https://s3/part/2', 5],
      ['https://s3/part/3', 2],
    ])
    expect(companionCalls().at(0)).toBe('POST s3/multipart')
    expect(companionCalls().at(-1)).toBe('POST s3/multipart/one/complete?key=film')
    expect(calls.at(-1)?.body).toContain('"ETag":"\\"1\\""')
  })

  test('a picture is sent under the name that our server has chosen, and its token is told to nobody', async () => {
    const uploadURL = '/storage/v1/object/upload/sign/avatars/berg/one?token=secret'
    const uploader = withCompanion({ requestUpload: async () => ({ uploadURL }) })
    const { id, result } = begin(uploader)
    expect(await result).toBeUndefined()
    const params = new URLSearchParams(companionCalls()[0]?.split('?')[1])
    expect(params.get('metadata[objectName]')).toBe('berg/one')
    expect([...params.values()].join(' ')).not.toContain('secret')
    expect(uploader.getFile(id).meta['address']).toBe(uploadURL)
    const nameless = withCompanion({ requestUpload: async () => ({ uploadURL: '/elsewhere' }) })
    expect(await begin(nameless).result).toBe('Cannot upload to an undefined URL')
  })

  test('with temporary credentials the browser asks for nothing else', async () => {
    const credentials = { AccessKeyId: 'key', SecretAccessKey: 'secret', SessionToken: 'session' }
    replyOfCompanion = () => json({ credentials, bucket: 'pictures', region: 'eu-central-1' })
    expect(await begin(withCompanion({ signsItself: true })).result).toBeUndefined()
    expect(companionCalls()).toEqual(['GET s3/sts'])
    expect(calls.at(-1)?.url).toMatch(/^https:\/\/s3\.eu-central-1\.amazonaws\.com\/pictures\/.*X-Amz-Signature=/)
  })

  test('a companion that knows nobody is told in the words of the upload facility', async () => {
    replyOfCompanion = () => json({}, 401)
    expect(await begin(withCompanion()).result).toBe('Authorization required')
  })

  test.each([
    ['cancelled', (uploader: Uploader) => uploader.cancelAll()],
    [
      'paused and removed',
      (uploader: Uploader, id: string) => {
        uploader.pauseResume(id)
        uploader.removeFile(id)
      },
    ],
  ])('nothing is left of a film that is %s while the companion begins with it', async (_, act) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    replyOfCompanion = (call) => (call === 'POST s3/multipart' ? promise.then(() => undefined) : undefined)
    const uploader = withCompanion()
    const { id } = begin(uploader, 12)
    await vi.waitFor(() => expect(companionCalls()).toHaveLength(1))
    act(uploader, id)
    resolve()
    await vi.waitFor(() => expect(companionCalls()).toEqual(['POST s3/multipart', abort]))
  })

  test('nothing is left of a film that failed after a pause and is removed then', async () => {
    replyToBytes = () => 'silence'
    const uploader = withCompanion()
    const { id, result } = begin(uploader, 12)
    await vi.waitFor(() => expect(calls.some(({ url }) => url.startsWith('https://s3/'))).toBe(true))
    uploader.pauseResume(id)
    replyToBytes = () => ({ status: 403 })
    uploader.pauseResume(id)
    expect(await result).toBe('Non 2xx')
    expect(companionCalls()).not.toContain(abort)
    uploader.removeFile(id)
    await vi.waitFor(() => expect(companionCalls().filter((call) => call === abort)).toHaveLength(1))
  })
})
