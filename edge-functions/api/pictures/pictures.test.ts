import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { pictureLimits } from '../../../domain/contract/constants.ts'
import { pngOf, samplePictures } from '../../../testing/sample-pictures.ts'
import { Device } from '../../../testing/device.ts'
import { face, kidOf, newFamily, putPicture, sendPicture } from '../../../testing/family.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOneStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOneStack()

const webp = samplePictures['image/webp']

const keptForADay = 'private, max-age=86400, immutable'

/** Requests a picture as a device. */
const look = (device: Device, path: string, headers: Record<string, string> = {}) =>
  device.copy().send('GET', path, { headers })

async function familyWithPicture(stack: TestStack): Promise<SignedUpFamily & { path: string; miaId: string }> {
  const family = await newFamily(stack)
  const { id: miaId } = await family.addMember('Mia')
  return { ...family, path: await face(family.parent, miaId), miaId }
}

/** Returns that family's pictures in the bucket: their names, and the files on the disk. */
const kept = async ({ sql }: TestStack, familyId: string) => [
  ...(await sql<{ name: string; version: string }[]>`
    select name, version from storage.objects where bucket_id = 'avatars' and name like ${`${familyId}/%`}`),
]

/** How many of these pictures have a file. */
async function filesOf({ folder }: TestStack, pictures: readonly { version: string }[]): Promise<number> {
  const files = new Set(await readdir(`${folder}/storage`, { recursive: true }))
  const names = new Set([...files].map((path) => path.replace(/^.*\//, '')))
  return pictures.filter(({ version }) => names.has(version)).length
}

story('A picture is sent, looked at, named, and seen by the whole family', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: memberId } = await family.addMember('Mia')
  const devices = [parent, await family.device(memberId), (await kidOf(stack, family)).kid]
  for (const [type, bytes] of Object.entries(samplePictures)) {
    const avatarUrl = await sendPicture(parent, bytes, type)
    const { avatarSeed: path } = await parent.call('setAvatar', { memberId }, { avatarUrl })
    assert.match(path, new RegExp(`^/objects/${familyId}/[0-9a-f-]{36}$`))
    for (const device of devices) {
      const picture = await look(device, path)
      assert.deepEqual([picture.status, picture.bytes], [200, bytes])
      assert.deepEqual(
        ['content-type', 'content-length', 'cache-control', 'cdn-cache-control', 'x-content-type-options'].map((name) =>
          picture.headers.get(name),
        ),
        [type, String(bytes.length), keptForADay, 'no-store', 'nosniff'],
      )
    }
  }
  // A generated face and no picture at all are chosen by the same calls.
  assert.equal((await parent.call('setAvatar', { memberId }, { avatarSeed: 'mia 7' })).avatarSeed, 'mia 7')
  assert.equal((await parent.call('setProfileImage', {}, { profileImageUrl: null })).profileImageUrl, null)
})

story(
  'A browser that has a picture is not sent it again; a response that renews the session is not kept',
  async (stack) => {
    const { parent, path } = await familyWithPicture(stack)
    const etag = (await look(parent, path)).headers.get('etag') ?? ''
    assert.match(etag, /^(W\/)?".+"$/)
    for (const condition of [etag, `"other", ${etag}`]) {
      const again = await look(parent, path, { 'if-none-match': condition })
      assert.deepEqual(
        [again.status, again.bytes.length, again.headers.get('etag'), again.headers.get('cache-control')],
        [304, 0, etag, keptForADay],
      )
    }
    assert.equal((await look(parent, path, { 'if-none-match': '"other"' })).status, 200)
    // Its cookies are of this moment alone.
    parent.cookies.delete('bq_access')
    const renewed = await look(parent, path)
    assert.deepEqual(
      [renewed.status, renewed.headers.getSetCookie().length, renewed.headers.get('cache-control')],
      [200, 2, 'private, no-cache'],
    )
  },
)

story('Another family, a signed-out browser and whoever guesses read 404', async (stack) => {
  const { parent, path, familyId } = await familyWithPicture(stack)
  const { parent: stranger } = await newFamily(stack, 'Holm')
  const etag = (await look(parent, path)).headers.get('etag') ?? ''
  for (const device of [stranger, new Device(stack.url)]) {
    for (const headers of [{}, { 'if-none-match': etag }] as const) {
      const answer = await look(device, path, headers)
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [404, 'no-store'])
    }
  }
  await stranger.refused('setProfileImage', {}, 'unknown_picture', { profileImageUrl: path })
  const name = path.slice('/objects/'.length)
  for (const wrong of [
    `/objects/${familyId}`,
    `/objects/${familyId}/`,
    `/objects/${familyId}/missing`,
    `${path}/x`,
    `/objects/${familyId}/..%2f${name}`,
    '/objects/a/b',
    '/objects/',
  ]) {
    assert.equal((await look(parent, wrong)).status, 404, wrong)
  }
  // After signing out, the browser that has just shown it cannot get it any more.
  const cookies = parent.copy()
  await parent.call('logout', {})
  assert.equal((await look(parent, path)).status, 404)
  assert.ok(cookies.cookies.size > 0)
})

story('A file that is not a picture is refused with a sentence and shown to nobody', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: memberId } = await family.addMember('Mia')
  const notOurs = 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.'
  const wrongs: [bytes: Uint8Array<ArrayBuffer>, type: string, sentence: string][] = [
    [new TextEncoder().encode('<script>alert(1)</script>'), 'image/png', notOurs],
    [samplePictures['image/jpeg'], 'image/png', notOurs],
    // Headers with a size, without a picture behind them.
    [webp.slice(0, 32), 'image/webp', notOurs],
    [pngOf(1, 4097), 'image/png', 'This picture is too large: at most 4096 pixels wide and high.'],
  ]
  for (const [bytes, type, sentence] of wrongs) {
    const uploadURL = await sendPicture(parent, bytes, type)
    assert.equal((await parent.refused('setAvatar', { memberId }, 400, { avatarUrl: uploadURL })).message, sentence)
    assert.equal((await parent.refused('setProfileImage', {}, 400, { profileImageUrl: uploadURL })).message, sentence)
    const [path = ''] = /avatars\/([^?]+)/.exec(uploadURL)?.slice(1) ?? []
    assert.equal((await look(parent, `/objects/${path}`)).status, 404)
  }
  const nothingSent = await parent.call('requestUpload', {})
  const { message } = await parent.refused('setAvatar', { memberId }, 'picture_not_sent', {
    avatarUrl: nothingSent.uploadURL,
  })
  assert.equal(message, 'The picture has not arrived yet. Please send it again.')
  assert.equal((await parent.call('members', { familyId }))[1]?.avatarSeed.startsWith('/objects/'), false)
})

story('The bucket itself refuses what is too much, of another type, or sent twice', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const { uploadURL } = await parent.call('requestUpload', {})
  const refused = async (bytes: Uint8Array<ArrayBuffer>, type: string) => {
    const { status, text } = await putPicture(parent, uploadURL, bytes, type)
    return [status, JSON.parse(text).statusCode]
  }
  assert.deepEqual(await refused(new Uint8Array(pictureLimits.bytes + 1), 'image/png'), [400, '413'])
  for (const type of ['image/svg+xml', 'text/html', 'application/octet-stream', 'image/avif'])
    assert.deepEqual(await refused(webp, type), [400, '415'], type)
  assert.deepEqual(await kept(stack, familyId), [])
  assert.equal((await putPicture(parent, uploadURL, webp, 'image/webp')).status, 200)
  // A checked picture cannot be replaced: its address takes no second upload.
  await parent.call('setProfileImage', {}, { profileImageUrl: uploadURL })
  assert.deepEqual(await refused(samplePictures['image/png'], 'image/png'), [400, '409'])
})

story(
  'A day after nobody shows it a picture is gone, file and all; so is what was sent and never named',
  async (stack) => {
    const { parent, familyId, miaId, path } = await familyWithPicture(stack)
    const never = await sendPicture(parent)
    await parent.call('setAvatar', { memberId: miaId }, { avatarUrl: await sendPicture(parent) })
    const pictures = await kept(stack, familyId)
    const pass = async (hours: number) => {
      await stack.sql`update private.pictures set due_at = due_at - make_interval(hours => ${hours}) where family_id = ${familyId}`
      await parent.call('requestUpload', {})
      return [(await kept(stack, familyId)).length, await filesOf(stack, pictures)]
    }
    assert.deepEqual(await pass(23), [3, 3])
    assert.deepEqual(await pass(1), [1, 1])
    const [left] = await kept(stack, familyId)
    assert.equal((await look(parent, path)).status, 404)
    assert.equal((await look(parent, `/objects/${left?.name}`)).status, 200)
    await parent.refused('setAvatar', { memberId: miaId }, 'unknown_picture', { avatarUrl: never })
  },
)
