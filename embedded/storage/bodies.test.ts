import assert from 'node:assert/strict'
import { annasToken, assertRefused, bytesOf, filesIn, onOneStand, picture, tooLarge, withPicture } from './test-stand.ts'
import type { Said } from './test-stand.ts'

const story = onOneStand()

story('Nothing a name can say leads out of its bucket, or out of the folder of the files', async (stand) => {
  const { as } = await withPicture(stand, 'inside.png')
  const { familyId } = stand.houses.berg
  const before = await filesIn(stand.stack.folder)
  const names = [
    '..%2f..%2fkeys.json',
    '%2e%2e%2fx.png',
    `a%2f..%2f..%2fx.png`,
    '..%5cx.png',
    'a%5c..%5cx.png',
    '%2fetc%2fpasswd',
    'a%2f%2fb.png',
    'a/./b.png',
    'a%2f.',
    '%00',
    'a%0ab.png',
    'a%23b',
    '%C3%A4.png',
    'a~b',
    '%',
    'a'.repeat(1025),
  ]
  for (const name of names) {
    for (const [method, path] of [
      ['POST', `/object/faces/${familyId}/${name}`],
      ['PUT', `/object/faces/${familyId}/${name}`],
      ['POST', `/object/upload/sign/faces/${familyId}/${name}`],
      ['GET', `/object/authenticated/faces/${familyId}/${name}`],
      ['DELETE', `/object/faces/${familyId}/${name}`],
    ] as const) {
      // `a/./b` is `a/b` before it is sent.
      const answer = await stand.call(method, path, { as, ...(method.startsWith('P') ? { body: bytesOf(3), headers: picture } : {}) })
      if (name === 'a/./b.png') {
        await answer.body?.cancel()
        continue
      }
      assert.equal(answer.status, 400, `${method} ${path}`)
      const { code, error } = await answer.json()
      assert.ok(code === 'InvalidKey' || error === 'Bad Request', `${method} ${name}: ${code}`)
    }
  }
  for (const path of ['/object/..%2fembedded/x.png', '/object/faces%2f../x.png', '/object/%00/x.png']) {
    const answer = await stand.call('POST', path, { as, body: 'x', headers: picture })
    assert.equal(answer.status, 400, path)
    await answer.body?.cancel()
  }
  const good = ["it's (a) good+name, isn't it=@1;2&3!.png", 'a/b/c', '$*:_-', '...']
  for (const name of good) {
    const path = `/object/faces/${familyId}/${encodeURIComponent(name)}`
    assert.equal((await stand.call('POST', path, { as, body: bytesOf(3), headers: picture })).status, 200, name)
    assert.deepEqual(await (await stand.call('GET', path, { as })).bytes(), bytesOf(3))
    assert.deepEqual(await (await stand.call('DELETE', path, { as })).json(), { message: 'Successfully deleted' })
  }
  const left = (await filesIn(stand.stack.folder)).filter((file) => !before.includes(file))
  // Only `a/b.png`, sent twice.
  assert.equal(left.length, 0)
})

story('Parts of a file, and whoever has it already, cost only what they need', async (stand) => {
  const bytes = bytesOf(90_000)
  const { path, as } = await withPicture(stand, 'parts.png', bytes)
  const get = (headers: Record<string, string>, method = 'GET') => stand.call(method, `/object/authenticated/${path}`, { as, headers })
  const whole = await get({})
  const etag = whole.headers.get('etag') ?? ''
  const modified = whole.headers.get('last-modified') ?? ''
  assert.deepEqual(await whole.bytes(), bytes)
  assert.deepEqual(
    ['content-type', 'content-length', 'accept-ranges', 'cache-control', 'x-robots-tag', 'x-content-type-options'].map((name) => whole.headers.get(name)),
    ['image/png', '90000', 'bytes', 'max-age=3600', 'none', 'nosniff'],
  )
  assert.match(whole.headers.get('content-security-policy') ?? '', /sandbox/)

  for (const [range, first, end] of [
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=66000-', 66_000, 90_000],
    ['Bytes=-5', 89_995, 90_000],
    ['bytes=-100000', 0, 90_000],
    ['bytes=89999-99999', 89_999, 90_000],
  ] as const) {
    const part = await get({ range })
    assert.deepEqual(
      [part.status, part.headers.get('content-range'), part.headers.get('content-length')],
      [206, `bytes ${first}-${end - 1}/90000`, String(end - first)],
      range,
    )
    assert.deepEqual(await part.bytes(), bytes.subarray(first, end), range)
  }
  for (const range of ['bytes=90000-', 'bytes=-0', 'bytes=99999-100000']) {
    await assertRefused(await get({ range }), ['416', 'InvalidRange', 'The requested range is not satisfiable', 'InvalidRange'])
  }
  for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes=-']) {
    const answer = await get({ range })
    assert.deepEqual([answer.status, (await answer.bytes()).length], [200, 90_000], range)
  }
  assert.equal((await get({ range: 'bytes=0-9', 'if-range': etag })).status, 206)
  assert.equal((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status, 200)

  for (const headers of [{ 'if-none-match': etag }, { 'if-none-match': `"a", W/${etag}` }, { 'if-none-match': '*' }, { 'if-modified-since': modified }]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(headers, method)
      assert.deepEqual([answer.status, await answer.text(), answer.headers.get('etag')], [304, '', etag])
    }
  }
  const older = new Date(Date.parse(modified) - 1000).toUTCString()
  for (const headers of [
    { 'if-none-match': '"other"' },
    { 'if-none-match': '"other"', 'if-modified-since': modified },
    { 'if-modified-since': older },
    { 'if-modified-since': 'once' },
  ]) {
    const answer = await get(headers)
    assert.deepEqual([answer.status, (await answer.bytes()).length], [200, 90_000])
  }
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, await head.text(), head.headers.get('content-length'), head.headers.get('etag')], [200, '', '90000', etag])
  assert.equal((await stand.call('HEAD', `/object/${path}x`, { as })).status, 400)
  const about = await stand.call('HEAD', `/object/info/${path}`, { as })
  assert.deepEqual([about.status, await about.text(), about.headers.get('etag')], [200, '', etag])
  const signed = await (await stand.call('POST', `/object/sign/${path}`, { as, body: '{"expiresIn":60}' })).json()
  const seen = await stand.call('HEAD', signed.signedURL, {})
  assert.deepEqual([seen.status, await seen.text(), seen.headers.get('content-length')], [200, '', '90000'])
  assert.equal((await get({}, 'HEAD')).status, 200)
})

story('An empty file is a file; a page is shown as text; types are taken by kind where the bucket says so', async (stand) => {
  const as = stand.stack.keys.secretKey
  const headers = { apikey: as }
  const send = (path: string, type: string, body: BodyInit) =>
    stand.call('POST', `/object/${path}`, { as, body, headers: { ...headers, 'content-type': type } })
  assert.equal((await send('anything/empty', 'application/octet-stream', '')).status, 200)
  const empty = await stand.call('GET', '/object/anything/empty', { as, headers })
  assert.deepEqual([empty.status, empty.headers.get('content-length'), await empty.text()], [200, '0', ''])
  assert.equal((await stand.call('GET', '/object/anything/empty', { as, headers: { ...headers, range: 'bytes=0-' } })).status, 400)
  assert.equal((await send('anything/page', 'text/html; charset=utf-8', '<script>alert(1)</script>')).status, 200)
  const page = await stand.call('GET', '/object/anything/page', { as, headers })
  assert.deepEqual([page.headers.get('content-type'), await page.text()], ['text/plain', '<script>alert(1)</script>'])
  assert.equal((await send('images/a', 'image/avif', 'x')).status, 200)
  assert.equal((await send('images/b', 'IMAGE/PNG; x=y', 'x')).status, 200)
  for (const type of ['video/mp4', 'image', 'imagex/png', '']) assert.equal((await send('images/c', type, 'x')).status, 400, type)
  // More than any bucket may say.
  const huge = await send('anything/huge', 'x/y', new Uint8Array(50 * 1024 * 1024 + 1))
  await assertRefused(huge, tooLarge)
  assert.deepEqual(await Array.fromAsync(Deno.readDir(`${stand.stack.folder}/storage/incoming`)), [])
})

story('A form is read in any order of its chunks, and what is none is refused', async (stand) => {
  const { houses, call } = stand
  const as = await annasToken(stand)
  const file = '\r\n--b\r\n-\r\n--bound\r'
  const form = [
    '--bound-1\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n60\r\n',
    '--bound-1\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{"a":1}\r\n',
    `--bound-1\r\nContent-Type: image/png\r\nContent-Disposition: form-data; name=""; filename="x.png"\r\n\r\n${file}\r\n`,
    '--bound-1--\r\n',
  ].join('')
  const send = (name: string, body: BodyInit, boundary = 'bound-1') =>
    call('POST', `/object/faces/${houses.berg.familyId}/${name}`, { as, body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
  const chunked = (size: number) => {
    const bytes = new TextEncoder().encode(form)
    let at = 0
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + size))
        at += size
      },
    })
  }
  for (const size of [1, 2, 7, 50, 10_000]) {
    assert.equal((await send(`form-${size}`, chunked(size))).status, 200)
    const back = await call('GET', `/object/faces/${houses.berg.familyId}/form-${size}`, { as })
    assert.deepEqual([await back.text(), back.headers.get('cache-control')], [file, 'max-age=60'])
    const about = await (await call('GET', `/object/info/faces/${houses.berg.familyId}/form-${size}`, { as })).json()
    assert.deepEqual(about.metadata, { a: 1 })
  }
  const before = await filesIn(stand.stack.folder)
  const nothing: Said = ['400', 'InvalidRequest', 'No content provided', 'InvalidRequest']
  await assertRefused(await send('no', 'nothing of a form'), nothing)
  await assertRefused(await send('no', form, 'other'), nothing)
  await assertRefused(await send('no', form, ''), nothing)
  await assertRefused(await send('no', '--bound-1\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--bound-1--\r\n'), nothing)
  await assertRefused(await send('no', `--bound-1\r\n${'x'.repeat(20_000)}`), nothing)
  await assertRefused(await send('no', '--bound-1\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(30) + form), nothing)
  await assertRefused(await send('no', form.slice(0, -20)), ['400', 'Error', 'The request ended before its body did', 'InvalidRequest'])
  const typed = '--bound-1\r\ncontent-disposition: form-data; name="contentType"\r\n\r\nimage/png\n\r\n'
  for (const wrong of [form.replace('60', '6\n0'), typed + form]) {
    await assertRefused(await send('no', wrong), ['400', 'Error', 'Invalid character in a field of the form', 'InvalidRequest'])
  }
  assert.deepEqual(await filesIn(stand.stack.folder), before)
})

story('What a client says of its file is kept as far as it can be, and never breaks the upload', async (stand) => {
  const as = await annasToken(stand)
  const before = await filesIn(stand.stack.folder)
  const send = (name: string, metadata: string) =>
    stand.call('POST', `/object/faces/${stand.houses.berg.familyId}/${name}`, { as, body: bytesOf(3), headers: { ...picture, 'x-metadata': metadata } })
  const nul = await send('nul', btoa('{"a":"\\u0000"}'))
  await assertRefused(nul, ['400', 'Error', 'A text with a NUL character cannot be stored', 'InvalidRequest'])
  assert.deepEqual(await filesIn(stand.stack.folder), before)
  for (const [name, metadata] of Object.entries({ junk: '%%%', list: btoa('[1]'), cut: btoa('{"a":') })) {
    assert.equal((await send(name, metadata)).status, 200)
    const about = await (await stand.call('GET', `/object/info/faces/${stand.houses.berg.familyId}/${name}`, { as })).json()
    assert.deepEqual(about.metadata, {})
  }
})
