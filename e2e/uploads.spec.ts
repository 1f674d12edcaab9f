import type { Page } from '@playwright/test'
import { intercept } from './intercept.ts'
import type { Call, UploadSite } from './upload-site.ts'
import {
  add,
  amazon,
  complete,
  expect,
  failedAfterPause,
  failure,
  gateAfter,
  isBeginning,
  isComplete,
  isPart,
  pauseOrResume,
  start,
  test,
} from './uploads.ts'

// One companion serves all of them.
test.describe.configure({ mode: 'default' })

test('a film of 120 MB goes up in parts, six calls at once, waits half-way, goes on, and arrives byte for byte', async ({
  bench,
  site,
}) => {
  await bench.evaluate(() => window.begin())
  const film = await add(bench, 'film.mp4', 120)
  const gate = gateAfter(site, 10)
  await start(bench)
  await gate.reached()
  await expect.poll(() => site.calls.filter(isPart).length).toBe(16)
  await pauseOrResume(bench, film.id)
  const begun = await bench.evaluate(() => window.partsBegun)
  gate.open()
  // Another file passes the waiting one: there was room for further parts, and none went.
  const note = await add(bench, 'note.mp4', 0.2)
  await start(bench)
  await complete(bench, note.id)
  expect(await bench.evaluate(() => window.partsBegun)).toBe(begun)
  expect(await isComplete(bench, film.id)).toBe(false)

  await pauseOrResume(bench, film.id)
  await complete(bench, film.id)
  expect(await bench.evaluate(() => window.mostAtOnce)).toBe(6)
  expect(site.hashOf('film.mp4')).toBe(film.hash)
  const parts = new Map(site.calls.filter(isPart).map((call) => [Number(call.query.get('partNumber')), call.bytes]))
  expect(parts.size).toBe(25)
  parts.delete(25)
  expect(Math.min(...parts.values())).toBe(5 * 2 ** 20)
  expect(site.count('companion', 'POST', /s3\/multipart$/)).toBe(1)
  expect(site.count('companion', 'GET', /s3\/multipart\/[^/]+$/)).toBe(1)
  expect(site.count('companion', 'POST', /\/complete$/)).toBe(1)
})

test('no part is left of a film that is removed and of one that is cancelled half-way', async ({ bench, site }) => {
  const removed = await add(bench, 'removed.mp4', 51)
  await add(bench, 'cancelled.mp4', 52)
  const gate = gateAfter(site, 9)
  await start(bench)
  await gate.reached()
  await expect.poll(() => site.uploadsUnderWay()).toHaveLength(2)
  await bench.evaluate((id) => window.uppy.removeFile(id), removed.id)
  await expect.poll(() => site.uploadsUnderWay()).toHaveLength(1)
  await bench.evaluate(() => window.uppy.cancelAll())
  await expect.poll(() => site.uploadsUnderWay()).toEqual([])
  gate.open()
  expect(site.partsOnDisk()).toEqual([])
  expect(site.count('companion', 'DELETE', /s3\/multipart\/[^/]+$/)).toBe(2)
  expect(site.hashOf('removed.mp4') ?? site.hashOf('cancelled.mp4')).toBeUndefined()
})

for (const [deed, act] of [
  ['cancelled', (page: Page) => page.evaluate(() => window.uppy.cancelAll())],
  [
    'paused and removed',
    (page: Page) =>
      page.evaluate(() =>
        window.uppy.getFiles().forEach(({ id }) => [window.uppy.pauseResume(id), window.uppy.removeFile(id)]),
      ),
  ],
] as const)
  test(`no part is left of a film that is ${deed} while the server begins with it`, async ({ bench, site }) => {
    await add(bench, 'film.mp4', 41)
    const { promise, resolve } = Promise.withResolvers<void>()
    site.after = (call) => (isBeginning(call) ? promise : undefined)
    await start(bench)
    await expect.poll(() => site.uploadsUnderWay()).toHaveLength(1)
    await act(bench)
    resolve()
    await expect.poll(() => site.uploadsUnderWay()).toEqual([])
    expect(site.count('companion', 'DELETE')).toBe(1)
  })

test('a film that failed after a pause goes on where it was when it is tried again', async ({ bench, site }) => {
  const film = await failedAfterPause(bench, site)
  const kept = site.partsOnDisk()
  await bench.evaluate((id) => void window.uppy.retryUpload(id), film.id)
  await complete(bench, film.id)
  expect(site.hashOf('film.mp4')).toBe(film.hash)
  const sent = site.calls.filter(isPart).map((call) => Number(call.query.get('partNumber')))
  expect(sent.filter((part) => kept.includes(part))).toEqual([])
})

test('no part is left of a film that failed after a pause and is removed then', async ({ bench, site }) => {
  const film = await failedAfterPause(bench, site)
  await bench.evaluate((id) => window.uppy.removeFile(id), film.id)
  await expect.poll(() => site.uploadsUnderWay()).toEqual([])
})

test('a small file goes whole, by a form that the companion signs', async ({ bench, site }) => {
  const note = await add(bench, 'small.mp4', 0.2)
  await start(bench)
  await complete(bench, note.id)
  expect(site.hashOf('small.mp4')).toBe(note.hash)
  expect(site.count('companion', 'GET', /s3\/params$/)).toBe(1)
  expect(site.calls).toHaveLength(2)
})

test('with temporary credentials the browser signs for itself', async ({ bench, site }) => {
  // Our server checks and stores requests that are signed for Amazon's address.
  await intercept(bench, `${amazon}**`, async (route) => {
    const request = route.request()
    const { pathname, search, host } = new URL(request.url())
    const response = await fetch(`${site.origin}${site.s3Path}${pathname}${search}`, {
      method: request.method(),
      headers: { 'x-forwarded-host': host },
      body: new Uint8Array(request.postDataBuffer() ?? []),
    })
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag',
      etag: response.headers.get('etag') ?? '',
    }
    await route.fulfill({ status: response.status, headers })
  })
  await bench.evaluate(() => window.begin({ signsItself: true }))
  const note = await add(bench, 'signed.mp4', 0.2)
  await start(bench)
  await complete(bench, note.id)
  expect(site.hashOf('signed.mp4')).toBe(note.hash)
  expect(site.calls.filter(({ to }) => to === 'companion').map(({ path }) => path)).toEqual(['/companion/s3/sts'])
})

test('the socket reports the progress of a file that the companion fetches', async ({ bench, site }) => {
  const gate = gateAfter(site, 1)
  const socket = bench.waitForEvent('websocket')
  await bench.evaluate(async () => {
    await window.addFromAfar(`${location.origin}/afar.bin`)
    void window.uppy.upload()
  })
  const bytes = () => bench.evaluate(() => window.uppy.getFiles()[0]?.progress.bytesUploaded)
  await expect.poll(bytes).toBe(5 * 2 ** 20)
  gate.open()
  await expect.poll(() => bench.evaluate(() => window.uppy.getFiles()[0]?.progress.uploadComplete)).toBe(true)
  expect(await bytes()).toBe(12 * 2 ** 20)
  expect((await socket).url()).toMatch(/^ws:\/\/localhost:\d+\/companion\/api\/[\w-]+$/)
  expect(site.hashOf('afar.bin')).toBe(site.afarHash)
})

test('without a companion a file goes whole; it can be paused, goes to a fresh address then, and can be cancelled', async ({
  bench,
  site,
}) => {
  await bench.evaluate(() => {
    let asked = 0
    window.begin({ companion: false, requestUpload: () => Promise.resolve({ uploadURL: `/whole/try-${++asked}` }) })
  })
  const { promise, resolve } = Promise.withResolvers<'hang up'>()
  site.before = ({ path }) => (path === '/whole/try-2' ? undefined : promise)
  const givenUp = (path: string) => bench.waitForEvent('requestfailed', (request) => request.url().endsWith(path))
  const picture = await add(bench, 'picture.mp4', 2)
  await start(bench)
  await expect.poll(() => site.calls.length).toBe(1)
  const first = givenUp('/whole/try-1')
  await pauseOrResume(bench, picture.id)
  await first
  await pauseOrResume(bench, picture.id)
  await complete(bench, picture.id)
  expect(site.whole.get('/whole/try-2')).toEqual({ type: 'video/mp4', hash: picture.hash })
  expect(site.calls.map(({ method }) => method)).toEqual(['PUT', 'PUT'])

  await add(bench, 'cancelled.mp4', 2)
  await start(bench)
  await expect.poll(() => site.calls.length).toBe(3)
  const third = givenUp('/whole/try-3')
  await bench.evaluate(() => window.uppy.cancelAll())
  await third
  resolve('hang up')
  expect([...site.whole.keys()]).toEqual(['/whole/try-2'])
  expect(await failure(bench, 'cancelled.mp4')).toBeUndefined()
})

test('errors are shown in the words of the upload facility', async ({ bench, site }) => {
  const fails = async (name: string, megabytes: number, before: UploadSite['before']) => {
    site.before = before
    await add(bench, name, megabytes)
    await start(bench)
    await expect.poll(() => failure(bench, name)).toBeDefined()
    return failure(bench, name)
  }
  const signing = (call: Call) => call.to === 'companion' && /multipart\/[^/]+\/\d+$/.test(call.path)
  expect(await fails('unknown.mp4', 0.1, (call) => (call.to === 'companion' ? { status: 401 } : undefined))).toBe(
    'Authorization required',
  )
  expect(await fails('refused.mp4', 21, (call) => (isPart(call) ? { status: 403 } : undefined))).toBe('Non 2xx')
  expect(await fails('nowhere.mp4', 21, (call) => (signing(call) ? { status: 200 } : undefined))).toBe(
    'Cannot upload to an undefined URL',
  )

  await bench.evaluate(() =>
    window.begin({ companion: false, requestUpload: () => Promise.resolve({ uploadURL: '/whole/never' }) }),
  )
  // The companion may still be asked to forget the film before: only what is uploaded whole fails.
  const whole = (answer: ReturnType<UploadSite['before']>) => (call: Call) => (call.to === 'whole' ? answer : undefined)
  expect(await fails('full.mp4', 0.1, whole({ status: 413 }))).toBe('Non 2xx')
  expect(await fails('cut-off.mp4', 0.1, whole('hang up'))).toBe('Unknown error')
  const late =
    '{"statusCode":"400","error":"InvalidJWT","message":"\\"exp\\" claim timestamp check failed","code":"InvalidJWT"}'
  await bench.evaluate(() =>
    window.begin({ companion: false, requestUpload: () => Promise.resolve({ uploadURL: '/whole/never' }) }),
  )
  site.calls.length = 0
  expect(await fails('late.mp4', 0.1, () => ({ status: 400, body: late }))).toBe('Request has expired')
  expect(site.calls, 'once more, to another address').toHaveLength(2)
  await bench.evaluate(() =>
    window.begin({ companion: false, requestUpload: () => Promise.resolve({ uploadURL: '' }) }),
  )
  expect(await fails('nowhere.png', 0.1, () => undefined)).toBe('Cannot upload to an undefined URL')
})

test('a picture whose address has expired goes to the next one, and is named by that', async ({ bench, site }) => {
  await bench.evaluate(() => {
    let asked = 0
    window.begin({
      companion: false,
      requestUpload: () => Promise.resolve({ uploadURL: `/whole/${++asked}?token=${asked}` }),
    })
  })
  site.before = ({ path }) =>
    path === '/whole/1' ? { status: 403, body: '<Error><Message>Request has expired</Message></Error>' } : undefined
  const picture = await add(bench, 'me.png', 0.1)
  await start(bench)
  await complete(bench, picture.id)
  expect([...site.whole.keys()]).toEqual(['/whole/2'])
  expect(await bench.evaluate((id) => window.uppy.getFile(id).uploadURL, picture.id)).toBe(`${site.origin}/whole/2`)
})

test('a companion is told the name that our server has asked for a picture', async ({ bench, site }) => {
  const address = '/storage/v1/object/upload/sign/avatars/berg/one?token=secret'
  await bench.evaluate((uploadURL) => window.begin({ requestUpload: () => Promise.resolve({ uploadURL }) }), address)
  const picture = await add(bench, 'me.png', 0.1)
  await start(bench)
  await complete(bench, picture.id)
  const [params] = site.calls.filter(({ to, path }) => to === 'companion' && path.endsWith('/s3/params'))
  expect(params?.query.get('metadata[objectName]')).toBe('berg/one')
  expect([...(params?.query.values() ?? [])].join(' ')).not.toContain('secret')
  expect(await bench.evaluate((id) => window.uppy.getFile(id).meta['address'], picture.id)).toBe(address)
})

test('an address that has expired is asked for again', async ({ bench, site }) => {
  const film = await add(bench, 'late.mp4', 31)
  let refused = 0
  site.before = (call) =>
    isPart(call) && refused++ === 0
      ? { status: 403, body: '<Error><Message>Request has expired</Message></Error>' }
      : undefined
  await start(bench)
  await complete(bench, film.id)
  expect(site.hashOf('late.mp4')).toBe(film.hash)
  expect(site.calls.filter(isPart)).toHaveLength(8)
})
