import assert from 'node:assert/strict'
import { claimsOn } from '../testing/seats.ts'
import { createSignatures } from './signatures.ts'
import { annasToken, assertRefused, bucketLimit, bytesOf, notFound, onOneStand, picture, tooLarge, withPicture } from './test-stand.ts'
import type { Said, Stand } from './test-stand.ts'

const story = onOneStand()

const noBucket: Said = ['404', 'Bucket not found', 'Bucket not found', 'NoSuchBucket']
const notAllowed: Said = ['403', 'Unauthorized', 'new row violates row-level security policy', 'AccessDenied']
const badUrl = (property: string): Said => ['400', 'Error', property, 'InvalidRequest']

story('Every refusal is HTTP 400 with the true status in its body, word for word as the hosted service says it', async (stand) => {
  const { path, as } = await withPicture(stand, 'known.png')
  const { call, houses } = stand
  const folder = `faces/${houses.berg.familyId}`
  const stranger = await stand.tokenOf(claimsOn({ userId: houses.holm.parent.userId, sessionId: houses.holm.parent.userId }))
  const send = (to: string, how: Parameters<Stand['call']>[2] = {}) =>
    call('POST', `/object/${to}`, { as, body: bytesOf(10), ...how, headers: { ...picture, ...how.headers } })

  await assertRefused(await call('GET', `/object/${folder}/missing.png`, { as }), notFound)
  await assertRefused(await call('GET', `/object/authenticated/${path}`, { as: stranger }), notFound)
  await assertRefused(await call('GET', `/object/info/${path}`, { as: stranger }), notFound)
  await assertRefused(await call('DELETE', `/object/${path}`, { as: stranger }), notFound)
  await assertRefused(await call('GET', '/object/nothing/x.png', { as }), noBucket)
  await assertRefused(await call('GET', '/bucket/nothing', { as }), noBucket)
  await assertRefused(await send('nothing/x.png'), noBucket)
  await assertRefused(await send(path), ['409', 'Duplicate', 'The resource already exists', 'KeyAlreadyExists'])
  await assertRefused(await send(`${folder}/x.png`, { as: stranger }), notAllowed)
  await assertRefused(await send('faces/x.png'), notAllowed)
  await assertRefused(await call('POST', `/object/upload/sign/${folder}/x.png`, { as: stranger }), notAllowed)
  await assertRefused(await send(`${folder}/x.png`, { headers: { 'content-type': 'text/plain' } }), [
    '415',
    'invalid_mime_type',
    'mime type text/plain is not supported',
    'InvalidMimeType',
  ])
  await assertRefused(await send(`${folder}/x.png`, { body: bytesOf(bucketLimit + 1) }), tooLarge)
  await assertRefused(await send(`${folder}/x.png`, { body: new Blob([bytesOf(bucketLimit + 1)]).stream() }), tooLarge)
  const form = new FormData()
  form.append('', new Blob([bytesOf(bucketLimit + 1)], { type: 'image/png' }))
  await assertRefused(await call('POST', `/object/${folder}/x.png`, { as, body: form }), tooLarge)
  await assertRefused(await send(`${folder}/%7Bbad%7D%00.png`), ['400', 'InvalidKey', `Invalid key: ${houses.berg.familyId}/{bad}\0.png`, 'InvalidKey'])

  await assertRefused(await call('GET', `/object/authenticated/${path}`), badUrl("headers must have required property 'authorization'"))
  await assertRefused(await call('POST', `/object/${folder}/x.png`), badUrl("headers must have required property 'authorization'"))
  await assertRefused(await call('GET', `/object/authenticated/${path}`, { as: 'nonsense' }), ['403', 'Unauthorized', 'Invalid Compact JWS', 'AccessDenied'])
  const late = await stand.tokenOf({ role: 'authenticated', sub: houses.berg.parent.userId, exp: 1000 })
  await assertRefused(await call('GET', `/object/authenticated/${path}`, { as: late }), [
    '403',
    'Unauthorized',
    '"exp" claim timestamp check failed',
    'AccessDenied',
  ])
  await assertRefused(await call('GET', `/object/${path}`, { as: 'nonsense' }), noBucket)
  await assertRefused(await call('GET', `/object/${path}`), noBucket)
  for (const role of ['supabase_admin', 'postgres', 'nobody']) {
    await assertRefused(await send(`${folder}/x.png`, { as: await stand.tokenOf({ role }) }), [
      '403',
      'Unauthorized',
      `permission denied to set role "${role}"`,
      'AccessDenied',
    ])
  }

  await assertRefused(await call('GET', `/object/sign/${path}`), badUrl("querystring must have required property 'token'"))
  await assertRefused(await call('GET', `/object/sign/${path}?token=nonsense`), ['400', 'InvalidJWT', 'Invalid Compact JWS', 'InvalidJWT'])
  await assertRefused(await call('PUT', `/object/upload/sign/${path}?token=${as}`, { body: 'x' }), [
    '400',
    'InvalidJWT',
    'signature verification failed',
    'InvalidJWT',
  ])
  const signed = await (await call('POST', `/object/sign/${path}`, { as, body: '{"expiresIn":60}' })).json()
  await assertRefused(await call('GET', signed.signedURL.replace('known', 'unknown')), ['400', 'InvalidSignature', 'Invalid signature', 'InvalidSignature'])
  await assertRefused(await call('POST', `/object/sign/${path}`, { as, body: '{}' }), badUrl("body must have required property 'expiresIn'"))
  await assertRefused(await call('POST', '/object/list/faces', { as, body: '{' }), badUrl('body must be valid JSON'))
  await assertRefused(await call('DELETE', '/object/faces', { as, body: '{"prefixes":[]}' }), badUrl('body/prefixes is not valid'))

  const nowhere = await call('GET', '/nothing', { as })
  assert.deepEqual([nowhere.status, await nowhere.json()], [404, { statusCode: 404, error: 'Not Found', message: 'Route GET:/nothing not found' }])
  assert.equal((await call('GET', '/object/faces/%E0%A4%A', { as })).status, 400)
})

story('An expired address is told from a wrong one', async (stand) => {
  const { path, as } = await withPicture(stand, 'short.png')
  const { sign } = createSignatures(stand.stack.keys.jwtSecret)
  const expired: Said = ['400', 'InvalidJWT', '"exp" claim timestamp check failed', 'InvalidJWT']
  await assertRefused(await stand.call('GET', `/object/sign/${path}?token=${await sign({ url: path, scope: 'download' }, -1)}`), expired)
  const upload = { body: 'x', headers: picture }
  const next = path.replace('short', 'next')
  await assertRefused(await stand.call('PUT', `/object/upload/sign/${next}?token=${await sign({ url: next, scope: 'upload' }, -1)}`, upload), expired)
  const given = await (await stand.call('POST', `/object/upload/sign/${next}`, { as })).json()
  const claims = JSON.parse(atob(given.token.split('.')[1]))
  assert.deepEqual(
    { ...claims, iat: undefined, exp: claims.exp - claims.iat },
    { owner: stand.houses.berg.parent.userId, url: next, upsert: false, scope: 'upload', iat: undefined, exp: 7200 },
  )
  const others = createSignatures('another installation has another secret')
  const foreign = await others.sign({ url: next, scope: 'upload' }, 60)
  await assertRefused(await stand.call('PUT', `/object/upload/sign/${next}?token=${foreign}`, upload), [
    '400',
    'InvalidJWT',
    'signature verification failed',
    'InvalidJWT',
  ])
  assert.equal((await stand.call('PUT', given.url, upload)).status, 200)
})

story('What the product does not use says so in a sentence', async (stand) => {
  const headers = { apikey: stand.stack.keys.secretKey }
  for (const [method, path, what] of [
    ['POST', '/bucket', 'Changing buckets over HTTP'],
    ['PUT', '/bucket/faces', 'Changing buckets over HTTP'],
    ['DELETE', '/bucket/faces', 'Changing buckets over HTTP'],
    ['POST', '/bucket/faces/empty', 'Changing buckets over HTTP'],
    ['POST', '/object/move', 'Moving files'],
    ['POST', '/object/copy', 'Copying files'],
    ['POST', '/object/list-v2/faces', 'The second way of listing files'],
    ['GET', '/object/public/faces/x.png', 'Reading files without a key'],
    ['GET', '/object/info/public/faces/x.png', 'Reading files without a key'],
    ['GET', '/render/image/authenticated/faces/x.png', 'Transforming images'],
    ['POST', '/upload/resumable', 'Uploading in parts'],
    ['PATCH', '/upload/resumable/x', 'Uploading in parts'],
    ['DELETE', '/cdn/faces/x.png', 'Emptying caches'],
    ['GET', '/iceberg/v1/config', 'Any other kind of bucket'],
    ['POST', '/vector/CreateIndex', 'Any other kind of bucket'],
  ] as const) {
    const answer = await stand.call(method, path, { headers, ...(method === 'GET' ? {} : { body: '{}' }) })
    const message = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
    assert.deepEqual([answer.status, await answer.json()], [501, { statusCode: '501', error: 'NotSupported', message, code: 'NotSupported' }], path)
  }
  assert.equal((await stand.call('GET', '/status', {})).status, 200)

  const answer = await stand.call('PUT', '/s3/faces/x.png', { headers, body: '{}' })
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [501, 'application/xml'])
  assert.match(await answer.text(), /<Code>NotImplemented<\/Code><Message>The S3 protocol is not part of the embedded stack/)
})

story('Nobody deletes rows past the service', async (stand) => {
  await assert.rejects(stand.stack.sql`delete from storage.objects`, {
    code: '42501',
    message: 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
  })
})
story('Policies may ask for the operation, the method, the path and the headers', async (stand) => {
  const { stack, call } = stand
  await stack.sql.unsafe(`
    create table if not exists private.asked (told jsonb);
    grant insert on private.asked to authenticated;
    create or replace function private.note() returns boolean language plpgsql security definer as $$ begin
      insert into private.asked values (jsonb_build_object('operation', storage.operation(), 'method', current_setting('request.method'), 'path', current_setting('request.path'),
        'said', current_setting('request.headers')::jsonb ->> 'x-said', 'sub', auth.uid(), 'role', current_setting('request.jwt.claim.role'), 'me', auth.jwt() ->> 'sub'));
      return true; end $$;
    grant execute on function private.note to authenticated;
    create policy "noted" on storage.objects for select to authenticated using (bucket_id = 'anything' and private.note())`)
  await stack.sql`insert into storage.objects (bucket_id, name) values ('anything', 'noted')`
  const { userId } = stand.houses.berg.parent
  const answer = await call('GET', '/object/authenticated/anything/noted', { as: await annasToken(stand), headers: { 'x-said': 'hello' } })
  // A row that somebody else wrote, without a file.
  await assertRefused(answer, notFound)
  const [noted] = await stack.sql`select told from private.asked`
  assert.deepEqual(noted?.['told'], {
    operation: 'storage.object.get_authenticated',
    method: 'GET',
    path: '/object/authenticated/anything/noted',
    said: 'hello',
    sub: userId,
    me: userId,
    role: 'authenticated',
  })
  await stack.sql`drop policy "noted" on storage.objects`
})
