import assert from 'node:assert/strict'
import { claimsOn } from '../../testing/seats.ts'
import { createSignatures } from './signatures.ts'
import {
  annasToken,
  assertRefused,
  bucketLimit,
  patternBytes,
  notFoundBody,
  onTestStorage,
  picture,
  tooLargeBody,
  withPicture,
} from '../../testing/storage-service.ts'
import type { RefusalBody, TestStorage } from '../../testing/storage-service.ts'

const story = onTestStorage()

const noBucket: RefusalBody = ['404', 'Bucket not found', 'Bucket not found', 'NoSuchBucket']
const duplicate: RefusalBody = ['409', 'Duplicate', 'The resource already exists', 'KeyAlreadyExists']
const badUrl = (property: string): RefusalBody => ['400', 'Error', property, 'InvalidRequest']
const badToken = (message: string): RefusalBody => ['400', 'InvalidJWT', message, 'InvalidJWT']

story(
  'Every refusal is HTTP 400 with the true status in its body, word for word as the hosted service says it',
  async (server) => {
    const { path, as } = await withPicture(server, 'known.png')
    const { call, houses } = server
    const folder = `faces/${houses.berg.familyId}`
    const { sign } = createSignatures(server.stack.keys.jwtSecret)
    const stranger = await server.tokenOf(
      claimsOn({ userId: houses.holm.parent.userId, sessionId: houses.holm.parent.userId }),
    )
    const put = async (to: string, how: Parameters<TestStorage['call']>[2]) => {
      const token = await sign({ url: decodeURIComponent(to), scope: 'upload', upsert: false }, 60)
      return call('PUT', `/object/upload/sign/${to}?token=${token}`, {
        body: patternBytes(10),
        headers: picture,
        ...how,
      })
    }

    const late = await server.tokenOf({ role: 'authenticated', sub: houses.berg.parent.userId, exp: 1000 })
    const invalidKey: RefusalBody = [
      '400',
      'InvalidKey',
      `Invalid key: ${houses.berg.familyId}/{bad}\0.png`,
      'InvalidKey',
    ]
    const invalidType: RefusalBody = [
      '415',
      'invalid_mime_type',
      'mime type text/plain is not supported',
      'InvalidMimeType',
    ]
    const denied = (message: string): RefusalBody => ['403', 'Unauthorized', message, 'AccessDenied']
    const reads: [path: string, as: string | undefined, said: RefusalBody][] = [
      [`${folder}/missing.png`, as, notFoundBody],
      [path, stranger, notFoundBody],
      ['nothing/x.png', as, noBucket],
      ...['nonsense', late, undefined].map((wrong): [string, string | undefined, RefusalBody] => [
        path,
        wrong,
        noBucket,
      ]),
    ]
    for (const [to, who, said] of reads) {
      for (const call of ['/object/', '/object/info/'])
        await assertRefused(await server.call('GET', call + to, { as: who }), said)
    }
    for (const [to, how, said] of [
      ['nothing/x.png', {}, noBucket],
      [path, {}, duplicate],
      [`${folder}/x.png`, { headers: { 'content-type': 'text/plain' } }, invalidType],
      [`${folder}/x.png`, { body: patternBytes(bucketLimit + 1) }, tooLargeBody],
      [`${folder}/x.png`, { body: new Blob([patternBytes(bucketLimit + 1)]).stream() }, tooLargeBody],
      [`${folder}/%7Bbad%7D%00.png`, {}, invalidKey],
    ] as const) {
      await assertRefused(await put(to, how), said)
    }
    for (const [to, who, said] of [
      [path, as, duplicate],
      [`${folder}/x.png`, stranger, denied('new row violates row-level security policy')],
      ['faces/x.png', as, denied('new row violates row-level security policy')],
      [`${folder}/%7Bbad%7D%00.png`, as, invalidKey],
      [`${folder}/x.png`, undefined, badUrl("headers must have required property 'authorization'")],
      [`${folder}/x.png`, 'nonsense', denied('Invalid Compact JWS')],
      [`${folder}/x.png`, late, denied('"exp" claim timestamp check failed')],
    ] as const) {
      await assertRefused(await call('POST', `/object/upload/sign/${to}`, { as: who }), said)
    }
    for (const role of ['supabase_admin', 'postgres', 'nobody']) {
      const signed = await call('POST', `/object/upload/sign/${folder}/x.png`, { as: await server.tokenOf({ role }) })
      await assertRefused(signed, denied(`permission denied to set role "${role}"`))
    }
    const token = await sign({ url: path, scope: 'upload', upsert: false }, 60)
    for (const [to, said] of [
      [path, badUrl("querystring must have required property 'token'")],
      [`${path}?token=nonsense`, badToken('Invalid Compact JWS')],
      [`${path}?token=${as}`, badToken('signature verification failed')],
      [`${folder}/unknown.png?token=${token}`, ['400', 'InvalidSignature', 'Invalid signature', 'InvalidSignature']],
    ] as [string, RefusalBody][]) {
      await assertRefused(await call('PUT', `/object/upload/sign/${to}`, { body: 'x', headers: picture }), said)
    }
    for (const [body, said] of [
      ['{', badUrl('body must be valid JSON')],
      ['[]', badUrl('body must be object')],
      ['{}', badUrl("body must have required property 'prefixes'")],
      ['{"prefixes":[]}', badUrl('body/prefixes is not valid')],
      [
        `{"prefixes":["${'x'.repeat(1024 * 1024)}"]}`,
        ['413', 'InvalidRequest', 'Request body is too large', 'InvalidRequest'],
      ],
    ] as [string, RefusalBody][]) {
      await assertRefused(await call('DELETE', '/object/faces', { as, body }), said)
    }
  },
)

story('An expired address is told from a wrong one', async (server) => {
  const { sign } = createSignatures(server.stack.keys.jwtSecret)
  const upload = { body: 'x', headers: picture }
  const next = `faces/${server.houses.berg.familyId}/next.png`
  const claims = { url: next, scope: 'upload', upsert: false } as const
  const given = await (
    await server.call('POST', `/object/upload/sign/${next}`, { as: await annasToken(server) })
  ).json()
  const said = JSON.parse(atob(given.token.split('.')[1]))
  assert.deepEqual(
    { ...said, iat: undefined, exp: said.exp - said.iat },
    { ...claims, owner: server.houses.berg.parent.userId, iat: undefined, exp: 7200 },
  )
  const others = createSignatures('another installation has another secret')
  for (const [token, message] of [
    [await sign(claims, -1), '"exp" claim timestamp check failed'],
    [await others.sign(claims, 60), 'signature verification failed'],
  ] as const) {
    await assertRefused(
      await server.call('PUT', `/object/upload/sign/${next}?token=${token}`, upload),
      badToken(message),
    )
  }
  assert.equal((await server.call('PUT', given.url, upload)).status, 200)
})

story('A call that the product does not use is refused with a sentence', async (server) => {
  const { path, as } = await withPicture(server, 'spoken.png')
  const next = path.replace('spoken', 'unspoken')
  const form = new FormData()
  form.append('', new Blob([patternBytes(3)], { type: 'image/png' }))
  const { token } = await (await server.call('POST', `/object/upload/sign/${next}`, { as })).json()
  for (const [method, to, how, what = 'This call of Storage'] of [
    ['GET', '/bucket'],
    ['POST', '/bucket', { body: '{}' }],
    ['GET', '/bucket/faces'],
    ['POST', '/bucket/faces/empty', { body: '{}' }],
    ['POST', `/object/${next}`, { body: patternBytes(3), headers: picture }],
    ['PUT', `/object/${path}`, { body: patternBytes(3), headers: picture }],
    ['DELETE', `/object/${path}`],
    ['POST', '/object/move', { body: '{}' }],
    ['POST', '/object/copy', { body: '{}' }],
    ['POST', '/object/list/faces', { body: '{"prefix":""}' }],
    ['POST', '/object/list-v2/faces', { body: '{}' }],
    ['POST', `/object/sign/${path}`, { body: '{"expiresIn":60}' }],
    ['POST', '/object/sign/faces', { body: '{"expiresIn":60,"paths":["x"]}' }],
    ['GET', `/object/sign/${path}?token=${token}`],
    ['GET', `/object/public/${path}`],
    ['GET', `/object/authenticated/${path}`],
    ['GET', `/object/info/public/${path}`],
    ['GET', `/object/info/authenticated/${path}`],
    ['GET', `/render/image/authenticated/${path}`],
    ['PATCH', '/upload/resumable/x', { body: '{}' }],
    ['PUT', `/s3/${path}`, { body: '{}' }],
    ['DELETE', `/cdn/${path}`],
    ['GET', '/nothing'],
    ['POST', '/status', { body: '{}' }],
    ['POST', `/object/upload/sign/${path}`, { headers: { 'x-upsert': 'true' } }, 'Replacing a file'],
    ['PUT', `/object/upload/sign/${next}?token=${token}`, { body: form }, 'Sending a file as a form'],
  ] as [string, string, Parameters<TestStorage['call']>[2]?, string?][]) {
    const answer = await server.call(method, to, { as, ...how })
    const sentence = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
    const code = 'not_implemented'
    assert.deepEqual(
      [answer.status, await answer.json()],
      [501, { code, error_code: code, error: code, message: sentence, msg: sentence }],
      `${method} ${to}`,
    )
  }
  for (const to of ['/status', `/object/${path}`, `/object/info/${path}`])
    assert.equal((await server.call('HEAD', to, { as })).status, 501, to)
  assert.equal((await server.call('GET', '/status', {})).status, 200)
  assert.deepEqual(await (await server.call('GET', `/object/${path}`, { as })).bytes(), patternBytes(1000))
  assert.equal((await server.call('GET', `/object/${next}`, { as })).status, 400)
})

story('A row cannot be deleted around the service', async (server) => {
  await assert.rejects(server.stack.sql`delete from storage.objects`, {
    code: '42501',
    message: 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
  })
})

story('A row that somebody else wrote, without a file, is not there', async (server) => {
  await server.stack.sql`insert into storage.objects (bucket_id, name) values ('avatars', 'noted')`
  await server.stack.sql.unsafe(
    `create policy "noted" on storage.objects for select to authenticated using (name = 'noted')`,
  )
  await assertRefused(await server.call('GET', '/object/avatars/noted', { as: await annasToken(server) }), notFoundBody)
  await server.stack.sql`drop policy "noted" on storage.objects`
})
