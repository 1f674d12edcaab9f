import assert from 'node:assert/strict'
import { seats } from '../../testing/seats.ts'
import { keepBuckets } from './buckets.ts'
import { isObjectName } from './objects.ts'
import {
  errorCodeOf,
  filesIn,
  good,
  onTestStorage,
  patternBytes,
  png,
  sendFile,
  storageClient,
} from '../../testing/storage-service.ts'

const story = onTestStorage()

story(
  'A picture goes up as bytes or as a stream and comes back whole, with headers that keep a browser from running it',
  async (server) => {
    const faces = await server.faces('acting parent')
    const folder = server.houses.berg.familyId
    // A small file is read in one piece, a larger one as a stream.
    for (const [name, size] of Object.entries({ bytes: 1000, stream: 70_001 })) {
      const path = `${folder}/${name}.png`
      const picture = patternBytes(size)
      const sent = sendFile(faces, path, name === 'bytes' ? picture : new Blob([picture]).stream(), {
        ...png,
        cacheControl: '60',
      })
      assert.deepEqual(await good(sent), { path, fullPath: `faces/${path}` })
      const about = await good(faces.info(path))
      const told = { name: path, bucketId: 'faces', size, contentType: 'image/png', cacheControl: 'max-age=60' }
      assert.partialDeepStrictEqual(about, { ...told, metadata: {} })
      assert.match(about.id, /^[0-9a-f-]{36}$/)
      const { headers, status, bytes } = await server.get(`faces/${path}`, { range: 'bytes=0-9' })
      assert.deepEqual([status, bytes], [200, picture], 'ranges are not supported, as HTTP allows')
      assert.partialDeepStrictEqual(Object.fromEntries(headers), {
        'content-type': 'image/png',
        'content-length': String(size),
        'cache-control': 'max-age=60',
        'x-robots-tag': 'none',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      assert.match(headers.get('etag') ?? '', /^"[0-9a-f]{32}"$/)
      assert.equal(about.etag, headers.get('etag'))
      assert.ok(Math.abs(Date.parse(headers.get('last-modified') ?? '') - Date.now()) < 10_000)
    }
    const [row] = await server.stack
      .sql`select owner, owner_id, metadata from storage.objects where name = ${`${folder}/stream.png`}`
    const { userId } = server.houses.berg.parent
    const metadata = { size: 70_001, mimetype: 'image/png', cacheControl: 'max-age=60', httpStatusCode: 200 }
    assert.partialDeepStrictEqual(row, { owner: userId, owner_id: userId, metadata })
  },
)

story('A signed address takes one file in without a key, for what it was made for alone', async (server) => {
  const faces = await server.faces('acting parent')
  const nobody = storageClient(server.stack.url, 'nobody').from('faces')
  const folder = server.houses.berg.familyId
  const { path, token } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  const { token: secondToken } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  const { iat, exp } = JSON.parse(atob(token.split('.')[1] ?? ''))
  assert.equal(exp - iat, 7200)
  assert.equal(
    await errorCodeOf(nobody.uploadToSignedUrl(`${folder}/other.png`, token, patternBytes(5), png)),
    'InvalidSignature',
  )
  const sent = await good(nobody.uploadToSignedUrl(path, token, patternBytes(5), png))
  assert.equal(sent.fullPath, `faces/${path}`)
  for (const used of [token, secondToken])
    assert.equal(await errorCodeOf(nobody.uploadToSignedUrl(path, used, patternBytes(6), png)), 'KeyAlreadyExists')
  assert.deepEqual(await (await good(faces.download(path))).bytes(), patternBytes(5))
  const [row] = await server.stack.sql`select owner_id from storage.objects where name = ${path}`
  assert.equal(row?.['owner_id'], server.houses.berg.parent.userId)
})

story(
  'A removed object is gone with its file; a hidden or missing one is left out without an error',
  async (server) => {
    const faces = await server.faces('acting parent')
    const folder = server.houses.berg.familyId
    const before = await filesIn(server.stack.folder)
    const paths = [1, 2, 3].map((number) => `${folder}/gone-${number}.png`)
    for (const path of paths) await good(sendFile(faces, path, patternBytes(9)))
    const stranger = await server.faces('other family')
    assert.deepEqual(await good(stranger.remove(paths)), [])
    const removed = await good(faces.remove([...paths.slice(0, 2), `${folder}/missing.png`, 'a\0b', '../x']))
    assert.deepEqual(
      removed.map(({ name, bucket_id }) => `${bucket_id}/${name}`).toSorted(),
      paths.slice(0, 2).map((path) => `faces/${path}`),
    )
    assert.equal(await errorCodeOf(faces.download(paths[0] ?? '')), 'NoSuchKey')
    assert.equal((await good(server.service.remove(paths))).length, 1)
    assert.deepEqual(await filesIn(server.stack.folder), before)
  },
)

story(
  'From every seat: a family reads its own folder, those who manage it write there, and nobody else learns that it exists',
  async (server) => {
    const { berg } = server.houses
    const path = `${berg.familyId}/seats.png`
    await good(sendFile(server.service, path, patternBytes(20)))
    const may = {
      'acting parent': 'write',
      'acting kid': 'read',
      "kid's own login": 'read',
      'paired tablet': 'read',
      'other family': 'nothing',
      'signed out': 'nothing',
      'bare key': 'nothing',
    } as const
    for (const [number, seat] of seats.entries()) {
      const faces = await server.faces(seat)
      const right = may[seat]
      if (right === 'nothing') {
        for (const read of [faces.info(path), faces.download(path)])
          assert.equal(await errorCodeOf(read), 'NoSuchKey', seat)
      } else {
        assert.equal((await good(faces.info(path))).size, 20, seat)
        assert.deepEqual(await (await good(faces.download(path))).bytes(), patternBytes(20), seat)
      }
      const own = `${berg.familyId}/by-${number}.png`
      const writing = sendFile(faces, own, patternBytes(5))
      if (right === 'write') await good(writing)
      else assert.equal(await errorCodeOf(writing), 'AccessDenied', seat)
      assert.equal((await good(faces.remove([own]))).length, right === 'write' ? 1 : 0, seat)
      if (right !== 'write') assert.deepEqual(await good(faces.remove([path])), [], seat)
    }
  },
)

story('Nothing a name can say leads out of its bucket, or out of the folder of the files', async (server) => {
  const before = await filesIn(server.stack.folder)
  const goodNames = ["it's (a) good+name, isn't it=@1;2&3!.png", 'a/b/c', '$*:_-', '...']
  for (const name of goodNames) assert.ok(isObjectName(name), name)
  for (const name of [
    ...['../../keys.json', '..', 'a/../../x.png', 'a/./b', 'a/.', '/etc/passwd', 'a//b.png', 'a/', ''],
    ...['..\\x.png', 'a\\..\\x.png', '\0', 'a\nb.png', 'a#b', '%2e%2e%2fx.png', 'ä.png', 'a~b', '%', 'a'.repeat(1025)],
  ])
    assert.ok(!isObjectName(name), name)
  const folder = `faces/${server.houses.berg.familyId}`
  for (const name of ['..%2f..%2fkeys.json', '%00', '%252e%252e%252fx.png', '%', '%E0%A4%A']) {
    // Not even a signature of ours makes it a name.
    const url = /^%(?:E0|$)/.test(name) ? `${folder}/${name}` : decodeURIComponent(`${folder}/${name}`)
    for (const answer of [
      await server.sign(`${folder}/${name}`),
      await server.put(`${folder}/${name}`, { signedFor: url }),
      await server.get(`${folder}/${name}`),
      await server.get(`info/${folder}/${name}`),
    ])
      assert.deepEqual([answer.status, JSON.parse(answer.text).code], [400, 'InvalidKey'], name)
  }
  for (const path of ['..%2fembedded/x.png', 'faces%2f../x.png', '%00/x.png', '%/x.png'])
    for (const answer of [await server.sign(path), await server.get(path)]) assert.equal(answer.status, 400, path)
  for (const name of goodNames) {
    const path = `${folder}/${encodeURIComponent(name)}`
    assert.equal((await server.put(path)).status, 200, name)
    assert.deepEqual((await server.get(path)).bytes, patternBytes(10))
    assert.equal((await good(server.service.remove([`${server.houses.berg.familyId}/${name}`]))).length, 1)
  }
  assert.deepEqual(await filesIn(server.stack.folder), before)
})

story(
  'An empty file is a file; a page is shown as text; types are taken by kind where the bucket says so',
  async (server) => {
    const as = server.stack.keys.secretKey
    const headers = { apikey: as }
    const html = 'text/html; charset=utf-8'
    assert.equal((await server.put('anything/empty', { body: '', type: 'application/octet-stream' })).status, 200)
    const empty = await server.get('anything/empty', headers, as)
    assert.deepEqual([empty.status, empty.headers.get('content-length'), empty.text], [200, '0', ''])
    assert.equal((await server.put('anything/page', { body: '<script>alert(1)</script>', type: html })).status, 200)
    const page = await server.get('anything/page', headers, as)
    assert.deepEqual([page.headers.get('content-type'), page.text], ['text/plain', '<script>alert(1)</script>'])
    for (const type of ['image/avif', 'IMAGE/PNG; x=y'])
      assert.equal((await server.put(`images/${type.length}`, { type })).status, 200)
    for (const type of ['video/mp4', 'image', 'imagex/png', ''])
      assert.equal((await server.put('images/c', { type })).status, 400, type)
    // More than the limit of any bucket.
    const huge = await server.put('anything/huge', { body: new Uint8Array(50 * 1024 * 1024 + 1) })
    assert.equal(JSON.parse(huge.text).code, 'EntityTooLarge')
    assert.deepEqual(await Array.fromAsync(Deno.readDir(`${server.stack.folder}/storage/incoming`)), [])
  },
)

story('A start brings the buckets of the config up to date, and leaves the others alone', async ({ stack }) => {
  const rows = () => stack.sql`
    select id, public, file_size_limit::int as most, allowed_mime_types as types from storage.buckets where id in ('avatars', 'told', 'anything') order by id`
  const others = [
    { id: 'anything', public: false, most: null, types: null },
    { id: 'avatars', public: false, most: 5_242_880, types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] },
  ]
  for (const [isPublic, most, types] of [
    [false, 7, ['image/png']],
    [true, undefined, undefined],
  ] as const) {
    await keepBuckets(stack.sql, {
      buckets: [{ id: 'told', public: isPublic, fileSizeLimit: most, allowedMimeTypes: types }],
    })
    const told = { id: 'told', public: isPublic, most: most ?? null, types: types ?? null }
    assert.deepEqual([...(await rows())], [...others, told])
  }
})
