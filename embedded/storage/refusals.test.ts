import assert from 'node:assert/strict'
import { claimsOn, onlyDeviceOf } from '../../testing/seats.ts'
import { createSignatures } from './signatures.ts'
import { bucketLimit, good, onTestStorage, patternBytes, sendFile } from '../../testing/storage-service.ts'
import type { Answer } from '../../testing/storage-service.ts'

const story = onTestStorage()

const noBucket = '404 Bucket not found, NoSuchBucket: Bucket not found'
const notFound = '404 not_found, NoSuchKey: Object not found'
const duplicate = '409 Duplicate, KeyAlreadyExists: The resource already exists'
const tooLarge = '413 Payload too large, EntityTooLarge: The object exceeded the maximum allowed size'
const wrongType = '415 invalid_mime_type, InvalidMimeType: mime type text/plain is not supported'
const noPolicy = '403 Unauthorized, AccessDenied: new row violates row-level security policy'
const denied = (message: string) => `403 Unauthorized, AccessDenied: ${message}`
const invalid = (what: string) => `400 Error, InvalidRequest: ${what}`
const badToken = (message: string) => `400 InvalidJWT, InvalidJWT: ${message}`

/** The request is refused with HTTP 400, and a body that has exactly this status, error, code and message. */
function assertRefused({ status, text }: Answer, said: string): void {
  const { statusCode, error, code, message, ...more } = JSON.parse(text)
  assert.deepEqual([status, `${statusCode} ${error}, ${code}: ${message}`, more], [400, said, {}])
}

story(
  'Every refusal is HTTP 400 with the true status in its body, word for word as the hosted service says it',
  async (server) => {
    const { houses, call, tokenOf } = server
    const folder = `faces/${houses.berg.familyId}`
    const path = `${folder}/known.png`
    await good(sendFile(server.service, path.slice('faces/'.length), patternBytes(1000)))
    const { userId } = houses.berg.parent
    const as = await tokenOf(claimsOn(onlyDeviceOf(userId)))
    const stranger = await tokenOf(claimsOn(onlyDeviceOf(houses.holm.parent.userId)))
    const late = await tokenOf({ role: 'authenticated', sub: userId, exp: 1000 })
    const bad = `${folder}/%7Bbad%7D%00.png`
    const invalidKey = `400 InvalidKey, InvalidKey: Invalid key: ${houses.berg.familyId}/{bad}\0.png`
    for (const [to, who, said] of [
      [`${folder}/missing.png`, as, notFound],
      [path, stranger, notFound],
      ['nothing/x.png', as, noBucket],
      [path, 'nonsense', noBucket],
      [path, late, noBucket],
      [path, null, noBucket],
    ] as const)
      for (const from of ['', 'info/']) assertRefused(await server.get(from + to, {}, who), said)
    for (const [to, how, said] of [
      ['nothing/x.png', {}, noBucket],
      [path, {}, duplicate],
      [`${folder}/x.png`, { type: 'text/plain' }, wrongType],
      [`${folder}/x.png`, { body: patternBytes(bucketLimit + 1) }, tooLarge],
      [`${folder}/x.png`, { body: new Blob([patternBytes(bucketLimit + 1)]).stream() }, tooLarge],
      [bad, {}, invalidKey],
    ] as const)
      assertRefused(await server.put(to, { ...how, signedFor: decodeURIComponent(to) }), said)
    const role = 'supabase_admin'
    for (const [to, who, said] of [
      [path, as, duplicate],
      [`${folder}/x.png`, stranger, noPolicy],
      ['faces/x.png', as, noPolicy],
      [bad, as, invalidKey],
      [`${folder}/x.png`, undefined, invalid("headers must have required property 'authorization'")],
      [`${folder}/x.png`, 'nonsense', denied('Invalid Compact JWS')],
      [`${folder}/x.png`, late, denied('"exp" claim timestamp check failed')],
      [`${folder}/x.png`, await tokenOf({ role }), denied(`permission denied to set role "${role}"`)],
    ] as const)
      assertRefused(await call('POST', `/object/upload/sign/${to}`, { as: who }), said)
    const claims = { url: path, scope: 'upload', upsert: false } as const
    const ours = createSignatures(server.stack.keys.jwtSecret)
    const others = createSignatures('another installation has another secret')
    for (const [to, said] of [
      [path, invalid("querystring must have required property 'token'")],
      [`${path}?token=nonsense`, badToken('Invalid Compact JWS')],
      [`${path}?token=${as}`, badToken('signature verification failed')],
      [`${path}?token=${await others.sign(claims, 60)}`, badToken('signature verification failed')],
      [`${path}?token=${await ours.sign(claims, -1)}`, badToken('"exp" claim timestamp check failed')],
    ] as const)
      assertRefused(await call('PUT', `/object/upload/sign/${to}`, { body: 'x' }), said)
    for (const [body, said] of [
      ['{', invalid('body must be valid JSON')],
      ['[]', invalid('body must be object')],
      ['{}', invalid("body must have required property 'prefixes'")],
      ['{"prefixes":[]}', invalid('body/prefixes is not valid')],
      [`{"prefixes":["${'x'.repeat(1024 * 1024)}"]}`, '413 InvalidRequest, InvalidRequest: Request body is too large'],
    ] as const)
      assertRefused(await call('DELETE', '/object/faces', { as, body }), said)
  },
)

story('A call that the product does not use is refused with a sentence', async (server) => {
  const path = `faces/${server.houses.berg.familyId}/spoken.png`
  const next = path.replace('spoken', 'unspoken')
  await good(sendFile(server.service, path.slice('faces/'.length), patternBytes(10)))
  const as = await server.tokenOf(claimsOn(onlyDeviceOf(server.houses.berg.parent.userId)))
  const form = new FormData()
  form.append('', new Blob([patternBytes(3)], { type: 'image/png' }))
  const { token } = JSON.parse((await server.sign(next)).text)
  for (const [method, to, how, what = 'This call of Storage'] of [
    ['GET', '/bucket'],
    ['POST', `/object/${next}`, { body: patternBytes(3) }],
    ['DELETE', `/object/${path}`],
    ['POST', '/object/list/faces', { body: '{"prefix":""}' }],
    ['POST', `/object/sign/${path}`, { body: '{"expiresIn":60}' }],
    ['GET', `/object/sign/${path}?token=${token}`],
    ['GET', `/object/public/${path}`],
    ['GET', `/object/authenticated/${path}`],
    ['GET', `/object/info/public/${path}`],
    ['GET', `/object/info/authenticated/${path}`],
    ['GET', `/render/image/authenticated/${path}`],
    ['PUT', `/s3/${path}`, { body: '{}' }],
    ['POST', `/object/upload/sign/${path}`, { headers: { 'x-upsert': 'true' } }, 'Replacing a file'],
    ['PUT', `/object/upload/sign/${next}?token=${token}`, { body: form }, 'Sending a file as a form'],
  ] as [string, string, Parameters<typeof server.call>[2]?, string?][]) {
    const answer = await server.call(method, to, { as, ...how })
    const sentence = `${what} is not part of the embedded stack. Run Bubblequest on Supabase to use it.`
    const code = 'not_implemented'
    assert.deepEqual(
      [answer.status, JSON.parse(answer.text)],
      [501, { code, error_code: code, error: code, message: sentence, msg: sentence }],
      `${method} ${to}`,
    )
  }
  assert.equal((await server.call('HEAD', `/object/${path}`, { as })).status, 501)
  assert.deepEqual((await server.get(path)).bytes, patternBytes(10))
  assertRefused(await server.get(next), notFound)
})

story(
  'A row is not deleted around the service, and one that somebody else wrote, without a file, is not there',
  async (server) => {
    const { sql } = server.stack
    await assert.rejects(sql`delete from storage.objects`, {
      code: '42501',
      message: 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
    })
    await sql`insert into storage.objects (bucket_id, name) values ('anything', 'noted')`
    assertRefused(await server.get('anything/noted', {}, await server.tokenOf({ role: 'service_role' })), notFound)
  },
)
