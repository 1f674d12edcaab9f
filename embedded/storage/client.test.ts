import assert from 'node:assert/strict'
import { seats } from '../../testing/seats.ts'
import { storageClient } from '../../testing/storage-client.ts'
import { keepBuckets } from './buckets.ts'
import { bytesOf, filesIn, good, onOneStand, png, refused, send } from './test-stand.ts'

const story = onOneStand()

story("A parent's picture goes up and comes back, sent as bytes or as a stream", async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = stand.houses.berg.familyId
  const picture = bytesOf(70_001)
  const bodies = { bytes: picture, stream: new Blob([picture]).stream() }
  for (const [name, body] of Object.entries(bodies)) {
    const path = `${folder}/${name}.png`
    assert.deepEqual(await good(send(faces, path, body, { ...png, cacheControl: '60' })), { path, fullPath: `faces/${path}` })
    const back = await good(faces.download(path))
    assert.deepEqual(await back.bytes(), picture)
    assert.equal(back.type, 'image/png')
    const about = await good(faces.info(path))
    assert.match(about.id, /^[0-9a-f-]{36}$/)
    const told = { name: path, bucketId: 'faces', size: picture.length, contentType: 'image/png', cacheControl: 'max-age=60', metadata: {} }
    assert.partialDeepStrictEqual(about, told)
  }
  assert.equal(await refused(faces.info(`${folder}/missing.png`)), 'NoSuchKey')
  const [row] = await stand.stack.sql`select owner, owner_id, metadata, version from storage.objects where name = ${`${folder}/stream.png`}`
  assert.ok(row)
  const { lastModified, eTag, ...metadata } = row['metadata']
  const { userId } = stand.houses.berg.parent
  assert.deepEqual([row['owner'], row['owner_id']], [userId, userId])
  assert.deepEqual(metadata, { size: 70_001, mimetype: 'image/png', cacheControl: 'max-age=60', contentLength: 70_001, httpStatusCode: 200 })
  assert.match(eTag, /^"[0-9a-f]{32}"$/)
  assert.ok(Math.abs(Date.parse(lastModified) - Date.now()) < 10_000)
})

story('A signed address takes one file in without a key, for what it was made for alone', async (stand) => {
  const faces = await stand.faces('acting parent')
  const nobody = storageClient(stand.stack.url, 'nobody').from('faces')
  const folder = stand.houses.berg.familyId
  const { path, token } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  const { token: secondToken } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  assert.equal(await refused(nobody.uploadToSignedUrl(`${folder}/other.png`, token, bytesOf(5), png)), 'InvalidSignature')
  const sent = await good(nobody.uploadToSignedUrl(path, token, bytesOf(5), png))
  assert.equal(sent.fullPath, `faces/${path}`)
  for (const used of [token, secondToken]) assert.equal(await refused(nobody.uploadToSignedUrl(path, used, bytesOf(6), png)), 'KeyAlreadyExists')
  assert.equal(await refused(faces.createSignedUploadUrl(path)), 'KeyAlreadyExists')
  assert.deepEqual(await (await good(faces.download(path))).bytes(), bytesOf(5))
  const [row] = await stand.stack.sql`select owner_id from storage.objects where name = ${path}`
  assert.equal(row?.['owner_id'], stand.houses.berg.parent.userId)
})

story('What is removed is gone, file and all; what is hidden or missing is left out in silence', async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = stand.houses.berg.familyId
  const before = await filesIn(stand.stack.folder)
  const paths = [1, 2, 3].map((number) => `${folder}/gone-${number}.png`)
  for (const path of paths) await good(send(faces, path, bytesOf(9)))
  const stranger = await stand.faces('other family')
  assert.deepEqual(await good(stranger.remove(paths)), [])
  const removed = await good(faces.remove([...paths.slice(0, 2), `${folder}/missing.png`, 'a\0b', '../x']))
  assert.deepEqual(removed.map(({ name, bucket_id }) => [name, bucket_id]).toSorted(), [
    [paths[0], 'faces'],
    [paths[1], 'faces'],
  ])
  assert.equal(await refused(faces.download(paths[0] ?? '')), await refused(faces.download(`${folder}/missing.png`)))
  assert.equal((await good(stand.service.remove(paths))).length, 1)
  assert.deepEqual(await filesIn(stand.stack.folder), before)
})

story('From every seat: a family reads its own folder, those who manage it write there, and nobody else learns that it exists', async (stand) => {
  const { berg } = stand.houses
  const path = `${berg.familyId}/seats.png`
  await good(send(stand.service, path, bytesOf(20)))
  const may = {
    'acting parent': 'write',
    'acting kid': 'read',
    "kid's own login": 'read',
    'other family': 'nothing',
    'signed out': 'read',
    'bare key': 'nothing',
  } as const
  for (const [number, seat] of seats.entries()) {
    const faces = await stand.faces(seat)
    const right = may[seat]
    const read = await faces.download(path)
    if (right === 'nothing') {
      assert.equal(await refused(faces.info(path)), 'NoSuchKey', seat)
      assert.equal(await refused(Promise.resolve(read)), 'NoSuchKey', seat)
    } else {
      assert.equal((await good(faces.info(path))).size, 20, seat)
      assert.deepEqual(await read.data?.bytes(), bytesOf(20), seat)
    }
    const own = `${berg.familyId}/by-${number}.png`
    const writing = send(faces, own, bytesOf(5))
    if (right === 'write') await good(writing)
    else assert.equal(await refused(writing), 'AccessDenied', seat)
    assert.equal((await good(faces.remove([own]))).length, right === 'write' ? 1 : 0, seat)
    if (right !== 'write') assert.deepEqual(await good(faces.remove([path])), [], seat)
  }
  assert.deepEqual(await (await good(stand.service.download(path))).bytes(), bytesOf(20))
})

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
    await keepBuckets({
      sql: stack.sql,
      settings: { fileSizeLimit: 5, buckets: [{ id: 'told', public: isPublic, fileSizeLimit: most, allowedMimeTypes: types }] },
    })
    assert.deepEqual([...(await rows())], [...others, { id: 'told', public: isPublic, most: most ?? null, types: types ?? null }])
  }
  await stack.sql.begin(async (sql) => {
    await sql`select set_config('storage.allow_delete_query', 'true', true)`
    await sql`delete from storage.buckets where id = 'told'`
  })
})
