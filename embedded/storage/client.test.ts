import assert from 'node:assert/strict'
import { seats } from '../testing/seats.ts'
import { storageClient } from '../testing/storage-client.ts'
import { keepBuckets } from './buckets.ts'
import { bucketLimit, bytesOf, filesIn, good, onOneStand, png, refused } from './test-stand.ts'

const story = onOneStand()

story("A parent's picture goes up and comes back, sent as bytes, as a file or as a stream", async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = stand.houses.berg.familyId
  const picture = bytesOf(70_001)
  const bodies = { bytes: picture, file: new Blob([picture], { type: 'image/png' }), stream: new Blob([picture]).stream() }
  for (const [name, body] of Object.entries(bodies)) {
    const path = `${folder}/${name}.png`
    const sent = await good(faces.upload(path, body, { ...png, metadata: { taken: 'ä' }, cacheControl: '60' }))
    assert.deepEqual({ ...sent, id: undefined }, { path, fullPath: `faces/${path}`, id: undefined })
    const back = await good(faces.download(path))
    assert.deepEqual(await back.bytes(), picture)
    assert.equal(back.type, 'image/png')
    const about = await good(faces.info(path))
    assert.deepEqual(
      { ...about, version: undefined, createdAt: undefined, lastModified: undefined },
      {
        id: sent.id,
        name: path,
        bucketId: 'faces',
        size: picture.length,
        contentType: 'image/png',
        cacheControl: 'max-age=60',
        etag: about.etag,
        metadata: { taken: 'ä' },
        version: undefined,
        createdAt: undefined,
        lastModified: undefined,
      },
    )
    assert.deepEqual(await faces.exists(path), { data: true, error: null })
  }
  assert.equal((await faces.exists(`${folder}/missing.png`)).data, false)
  const [row] = await stand.stack.sql`select owner, owner_id, metadata, version from storage.objects where name = ${`${folder}/file.png`}`
  assert.ok(row)
  const { lastModified, eTag, ...metadata } = row['metadata']
  const { userId } = stand.houses.berg.parent
  assert.deepEqual([row['owner'], row['owner_id']], [userId, userId])
  assert.deepEqual(metadata, { size: 70_001, mimetype: 'image/png', cacheControl: 'max-age=60', contentLength: 70_001, httpStatusCode: 200 })
  assert.match(eTag, /^"[0-9a-f]{32}"$/)
  assert.ok(Math.abs(Date.parse(lastModified) - Date.now()) < 10_000)
})

story('A name is taken once; with upsert and update the new picture stands in its place, and the old file is gone', async (stand) => {
  const faces = await stand.faces('acting parent')
  const path = `${stand.houses.berg.familyId}/again.png`
  const { id } = await good(faces.upload(path, bytesOf(10, 1), png))
  // Not null: what nobody said of it is nothing.
  assert.deepEqual((await good(faces.info(path))).metadata, {})
  const before = await filesIn(stand.stack.folder)
  assert.equal(await refused(faces.upload(path, bytesOf(10, 2), png)), 'KeyAlreadyExists')
  assert.deepEqual(await (await good(faces.download(path))).bytes(), bytesOf(10, 1))
  assert.equal((await good(faces.upload(path, bytesOf(11, 3), { ...png, upsert: true }))).id, id)
  assert.deepEqual(await (await good(faces.download(path))).bytes(), bytesOf(11, 3))
  assert.equal((await good(faces.update(path, bytesOf(12, 4), png))).id, id)
  assert.deepEqual(await (await good(faces.download(path))).bytes(), bytesOf(12, 4))
  assert.equal((await good(faces.info(path))).size, 12)
  const after = await filesIn(stand.stack.folder)
  assert.equal(after.length, before.length)
  assert.notDeepEqual(after, before)
  assert.equal((await good(faces.update(`${stand.houses.berg.familyId}/fresh.png`, bytesOf(5), png))).path, `${stand.houses.berg.familyId}/fresh.png`)
})

story('A signed address takes one file in without a key, for what it was made for alone', async (stand) => {
  const faces = await stand.faces('acting parent')
  const nobody = storageClient(stand.stack.url, 'nobody').from('faces')
  const folder = stand.houses.berg.familyId
  const { path, token } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  const { token: secondToken } = await good(faces.createSignedUploadUrl(`${folder}/signed.png`))
  assert.equal(await refused(nobody.uploadToSignedUrl(`${folder}/other.png`, token, bytesOf(5), png)), 'InvalidSignature')
  assert.equal(await refused(nobody.uploadToSignedUrl(path, `${token}x`, bytesOf(5), png)), 'InvalidJWT')
  assert.equal(await refused(nobody.uploadToSignedUrl(path, token, bytesOf(5), { contentType: 'image/svg+xml' })), 'InvalidMimeType')
  assert.equal(await refused(nobody.uploadToSignedUrl(path, token, bytesOf(bucketLimit + 1), png)), 'EntityTooLarge')
  const sent = await good(nobody.uploadToSignedUrl(path, token, new Blob([bytesOf(5)], { type: 'image/png' })))
  assert.equal(sent.fullPath, `faces/${path}`)
  assert.equal(await refused(nobody.uploadToSignedUrl(path, secondToken, bytesOf(6), png)), 'KeyAlreadyExists')
  assert.equal(await refused(faces.createSignedUploadUrl(path)), 'KeyAlreadyExists')
  const [row] = await stand.stack.sql`select owner_id from storage.objects where name = ${path}`
  assert.equal(row?.['owner_id'], stand.houses.berg.parent.userId)

  const upsert = await good(faces.createSignedUploadUrl(path, { upsert: true }))
  await good(nobody.uploadToSignedUrl(path, upsert.token, bytesOf(7), png))
  assert.equal((await good(faces.info(path))).size, 7)

  const download = await good(faces.createSignedUrl(path, 60))
  assert.equal(await refused(nobody.uploadToSignedUrl(path, new URL(download.signedUrl).searchParams.get('token') ?? '', bytesOf(5), png)), 'InvalidSignature')
})

story('A signed address shows one file to whoever holds it, until its time is over', async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = stand.houses.berg.familyId
  const path = `${folder}/sh own & more.png`
  await good(faces.upload(path, bytesOf(50), png))
  const { signedUrl } = await good(faces.createSignedUrl(path, 60, { download: 'Anna.png' }))
  const shown = await fetch(signedUrl)
  assert.deepEqual(await shown.bytes(), bytesOf(50))
  assert.equal(shown.headers.get('content-disposition'), "attachment; filename=Anna.png; filename*=UTF-8''Anna.png;")
  assert.ok(Math.abs(Date.parse(shown.headers.get('expires') ?? '') - Date.now() - 60_000) < 5000)
  assert.equal(shown.headers.get('cache-control'), null)

  const other = `${folder}/other.png`
  await good(faces.upload(other, bytesOf(51), png))
  const stolen = await fetch(signedUrl.replace('sh%20own%20&%20more', 'other'))
  assert.deepEqual([stolen.status, (await stolen.json()).code], [400, 'InvalidSignature'])
  const many = await good(faces.createSignedUrls([path, `${folder}/nope.png`, other], 60))
  assert.deepEqual(
    many.map((one) => [one.path, one.error]),
    [
      [path, null],
      [`${folder}/nope.png`, 'Either the object does not exist or you do not have access to it'],
      [other, null],
    ],
  )
  assert.deepEqual(await (await fetch(many[2]?.signedUrl ?? '')).bytes(), bytesOf(51))
  assert.equal(many[1]?.signedURL, null)
  assert.equal(await refused(faces.createSignedUrl(`${folder}/nope.png`, 60)), 'NoSuchKey')

  const short = await good(faces.createSignedUrl(other, 1))
  const payload = JSON.parse(atob((new URL(short.signedUrl).searchParams.get('token') ?? '').split('.')[1] ?? ''))
  assert.deepEqual({ ...payload, iat: 0, exp: 0 }, { url: `faces/${other}`, scope: 'download', session: payload.session, iat: 0, exp: 0 })
  assert.match(payload.session, /^[0-9a-f-]{36}$/)
  assert.equal(payload.exp - payload.iat, 1)
})

story('A folder lists its folders and its files, in the order that is asked for', async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = `${stand.houses.berg.familyId}/shelf`
  for (const name of ['b.png', 'a_1.png', 'C.png', 'deep/d.png', 'deep/er/e.png', 'apart/f.png']) await good(faces.upload(`${folder}/${name}`, bytesOf(3), png))
  const names = async (...args: Parameters<typeof faces.list>) => (await good(faces.list(...args))).map(({ name }) => name)
  assert.deepEqual(await names(folder), ['apart', 'deep', 'C.png', 'a_1.png', 'b.png'])
  assert.deepEqual(await names(folder, { sortBy: { column: 'name', order: 'desc' } }), ['deep', 'apart', 'b.png', 'a_1.png', 'C.png'])
  assert.deepEqual(await names(folder, { sortBy: { column: 'created_at', order: 'asc' } }), ['apart', 'deep', 'b.png', 'a_1.png', 'C.png'])
  assert.deepEqual(await names(folder, { limit: 2, offset: 2 }), ['C.png', 'a_1.png'])
  assert.deepEqual(await names(folder, { search: 'a_' }), ['a_1.png'])
  assert.deepEqual(await names(folder, { search: '%' }), [])
  assert.deepEqual(await names(`${folder}/deep`), ['er', 'd.png'])
  assert.deepEqual(await names(`${folder}/nothing`), [])
  const [deep, , file] = await good(faces.list(folder))
  assert.deepEqual([deep?.id, deep?.metadata, file?.metadata?.['size'], file?.metadata?.['mimetype']], [null, null, 3, 'image/png'])
})

story('What is removed is gone, file and all; what is hidden or missing is left out in silence', async (stand) => {
  const faces = await stand.faces('acting parent')
  const folder = stand.houses.berg.familyId
  const before = await filesIn(stand.stack.folder)
  const paths = [1, 2, 3].map((number) => `${folder}/gone-${number}.png`)
  for (const path of paths) await good(faces.upload(path, bytesOf(9), png))
  const stranger = await stand.faces('other family')
  assert.deepEqual(await good(stranger.remove(paths)), [])
  const removed = await good(faces.remove([...paths.slice(0, 2), `${folder}/missing.png`, 'a\0b', '../x']))
  assert.deepEqual(removed.map(({ name, bucket_id }) => [name, bucket_id]).toSorted(), [
    [paths[0], 'faces'],
    [paths[1], 'faces'],
  ])
  assert.equal(await refused(faces.download(paths[0] ?? '')), await refused(faces.download(`${folder}/missing.png`)))
  const one = await stand.call('DELETE', `/object/faces/${paths[2]}`, { as: stand.stack.keys.secretKey, headers: { apikey: stand.stack.keys.secretKey } })
  assert.deepEqual([one.status, await one.json()], [200, { message: 'Successfully deleted' }])
  assert.deepEqual(await filesIn(stand.stack.folder), before)
})

story('From every seat: a family reads its own folder, those who manage it write there, and nobody else learns that it exists', async (stand) => {
  const { berg } = stand.houses
  const path = `${berg.familyId}/seats.png`
  await good(stand.service.upload(path, bytesOf(20), png))
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
    const seen = (await faces.list(berg.familyId)).data?.some(({ name }) => name === 'seats.png')
    const read = await faces.download(path)
    if (right === 'nothing') {
      assert.equal(seen, false, seat)
      assert.equal(await refused(faces.info(path)), 'NoSuchKey', seat)
      assert.equal(await refused(faces.createSignedUrl(path, 60)), 'NoSuchKey', seat)
      assert.ok(read.error !== null, seat)
    } else {
      assert.equal(seen, true, seat)
      assert.deepEqual(await read.data?.bytes(), bytesOf(20), seat)
      assert.equal((await good(faces.createSignedUrl(path, 60))).signedUrl.length > 0, true, seat)
    }
    const own = `${berg.familyId}/by-${number}.png`
    const writes = [
      () => faces.upload(own, bytesOf(5), png),
      () => faces.createSignedUploadUrl(`${berg.familyId}/signed-by-${number}.png`),
      () => faces.upload(path, bytesOf(20), { ...png, upsert: true }),
      () => faces.update(path, bytesOf(20), png),
    ]
    for (const write of writes)
      assert.equal(right === 'write' ? (await write()).error : await refused(write()), right === 'write' ? null : 'AccessDenied', seat)
    assert.equal((await good(faces.remove([own]))).length, right === 'write' ? 1 : 0, seat)
  }
  assert.deepEqual(await (await good(stand.service.download(path))).bytes(), bytesOf(20))
})

story('Buckets are seen by the service alone, and those of the config are there', async (stand) => {
  const { keys, url } = stand.stack
  const service = storageClient(url, { key: keys.secretKey })
  assert.deepEqual((await good(service.listBuckets())).map(({ id }) => id).toSorted(), ['anything', 'avatars', 'faces', 'images'])
  const avatars = await good(service.getBucket('avatars'))
  assert.deepEqual(
    { ...avatars, created_at: undefined, updated_at: undefined },
    {
      id: 'avatars',
      name: 'avatars',
      owner: '',
      public: false,
      file_size_limit: 5_242_880,
      allowed_mime_types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
      created_at: undefined,
      updated_at: undefined,
    },
  )
  const some = await good(service.listBuckets({ limit: 1, offset: 1, search: 'A', sortColumn: 'name', sortOrder: 'desc' }))
  assert.deepEqual(
    some.map(({ id }) => id),
    ['faces', 'avatars', 'anything', 'images']
      .filter((id) => id.includes('a'))
      .toSorted()
      .toReversed()
      .slice(1, 2),
  )
  assert.equal(await refused(service.listBuckets({ limit: 0 })), 'InvalidRequest')
  const anybody = storageClient(url, { key: keys.publishableKey })
  assert.deepEqual(await good(anybody.listBuckets()), [])
  assert.equal(await refused(anybody.getBucket('avatars')), 'NoSuchBucket')
})

story('A start brings a bucket up to date with the config, and leaves the others alone', async ({ stack }) => {
  const settings = { fileSizeLimit: 5, buckets: [{ id: 'told', public: false, fileSizeLimit: 7, allowedMimeTypes: ['image/png'] }] }
  const rows = () =>
    stack.sql`select id, public, file_size_limit::int as most, allowed_mime_types as types from storage.buckets where id in ('told', 'anything') order by id`
  const untouched = { id: 'anything', public: false, most: null, types: null }
  await keepBuckets({ sql: stack.sql, settings })
  assert.deepEqual([...(await rows())], [untouched, { id: 'told', public: false, most: 7, types: ['image/png'] }])
  await keepBuckets({
    sql: stack.sql,
    settings: { fileSizeLimit: 5, buckets: [{ id: 'told', public: true, fileSizeLimit: undefined, allowedMimeTypes: undefined }] },
  })
  assert.deepEqual([...(await rows())], [untouched, { id: 'told', public: true, most: null, types: null }])
  await stack.sql.begin(async (sql) => {
    await sql`select set_config('storage.allow_delete_query', 'true', true)`
    await sql`delete from storage.buckets where id = 'told'`
  })
})
