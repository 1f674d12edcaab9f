import assert from 'node:assert/strict'
import { seats } from '../../testing/seats.ts'
import { keepBuckets } from './buckets.ts'
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

story("A parent's picture goes up and comes back, sent as bytes or as a stream", async (server) => {
  const faces = await server.faces('acting parent')
  const folder = server.houses.berg.familyId
  const picture = patternBytes(70_001)
  const bodies = { bytes: picture, stream: new Blob([picture]).stream() }
  for (const [name, body] of Object.entries(bodies)) {
    const path = `${folder}/${name}.png`
    assert.deepEqual(await good(sendFile(faces, path, body, { ...png, cacheControl: '60' })), {
      path,
      fullPath: `faces/${path}`,
    })
    const back = await good(faces.download(path))
    assert.deepEqual(await back.bytes(), picture)
    assert.equal(back.type, 'image/png')
    const about = await good(faces.info(path))
    assert.match(about.id, /^[0-9a-f-]{36}$/)
    const told = {
      name: path,
      bucketId: 'faces',
      size: picture.length,
      contentType: 'image/png',
      cacheControl: 'max-age=60',
      metadata: {},
    }
    assert.partialDeepStrictEqual(about, told)
  }
  assert.equal(await errorCodeOf(faces.info(`${folder}/missing.png`)), 'NoSuchKey')
  const [row] = await server.stack
    .sql`select owner, owner_id, metadata, version from storage.objects where name = ${`${folder}/stream.png`}`
  assert.ok(row)
  const { lastModified, eTag, ...metadata } = row['metadata']
  const { userId } = server.houses.berg.parent
  assert.deepEqual([row['owner'], row['owner_id']], [userId, userId])
  assert.deepEqual(metadata, {
    size: 70_001,
    mimetype: 'image/png',
    cacheControl: 'max-age=60',
    contentLength: 70_001,
    httpStatusCode: 200,
  })
  assert.match(eTag, /^"[0-9a-f]{32}"$/)
  assert.ok(Math.abs(Date.parse(lastModified) - Date.now()) < 10_000)
})

story('A signed address takes one file in without a key, for what it was made for alone', async (server) => {
  const faces = await server.faces('acting parent')
  const nobody = storageClient(server.stack.url, 'nobody').from('faces')
  const folder = server.houses.berg.familyId
  const { path, token } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  const { token: secondToken } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  assert.equal(
    await errorCodeOf(nobody.uploadToSignedUrl(`${folder}/other.png`, token, patternBytes(5), png)),
    'InvalidSignature',
  )
  const sent = await good(nobody.uploadToSignedUrl(path, token, patternBytes(5), png))
  assert.equal(sent.fullPath, `faces/${path}`)
  for (const used of [token, secondToken])
    assert.equal(await errorCodeOf(nobody.uploadToSignedUrl(path, used, patternBytes(6), png)), 'KeyAlreadyExists')
  assert.equal(await errorCodeOf(faces.createSignedUploadUrl(path)), 'KeyAlreadyExists')
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
    assert.deepEqual(removed.map(({ name, bucket_id }) => [name, bucket_id]).toSorted(), [
      [paths[0], 'faces'],
      [paths[1], 'faces'],
    ])
    assert.equal(
      await errorCodeOf(faces.download(paths[0] ?? '')),
      await errorCodeOf(faces.download(`${folder}/missing.png`)),
    )
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
      const read = await faces.download(path)
      if (right === 'nothing') {
        assert.equal(await errorCodeOf(faces.info(path)), 'NoSuchKey', seat)
        assert.equal(await errorCodeOf(Promise.resolve(read)), 'NoSuchKey', seat)
      } else {
        assert.equal((await good(faces.info(path))).size, 20, seat)
        assert.deepEqual(await read.data?.bytes(), patternBytes(20), seat)
      }
      const own = `${berg.familyId}/by-${number}.png`
      const writing = sendFile(faces, own, patternBytes(5))
      if (right === 'write') await good(writing)
      else assert.equal(await errorCodeOf(writing), 'AccessDenied', seat)
      assert.equal((await good(faces.remove([own]))).length, right === 'write' ? 1 : 0, seat)
      if (right !== 'write') assert.deepEqual(await good(faces.remove([path])), [], seat)
    }
    assert.deepEqual(await (await good(server.service.download(path))).bytes(), patternBytes(20))
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
    assert.deepEqual(
      [...(await rows())],
      [...others, { id: 'told', public: isPublic, most: most ?? null, types: types ?? null }],
    )
  }
  await stack.sql.begin(async (sql) => {
    await sql`select set_config('storage.allow_delete_query', 'true', true)`
    await sql`delete from storage.buckets where id = 'told'`
  })
})
