import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { pictureLimits } from '../../../domain/contract/picture-limits.ts'
import { pngOf, samplePictures } from '../../../testing/sample-pictures.ts'
import { Device } from '../../../testing/device.ts'
import { face, kidOf, newFamily, putPicture, sendPicture } from '../../../testing/family.ts'
import type { SignedUpFamily } from '../../../testing/family.ts'
import { onOwnStack } from '../../../testing/stack.ts'
import type { TestStack } from '../../../testing/stack.ts'

const story = onOwnStack()

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

/** How many files lie on the disk. */
const files = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** Returns the names of that family's pictures in the bucket. */
const kept = async ({ sql }: TestStack, familyId: string) => {
  const rows = await sql<
    { name: string }[]
  >`select name from storage.objects where bucket_id = 'avatars' and name like ${`${familyId}/%`}`
  return rows.map(({ name }) => name)
}

story('A picture is sent, looked at, named, and seen by the whole family', async (stack) => {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const { id: memberId } = await family.addMember('Mia')
  for (const [type, bytes] of Object.entries(samplePictures)) {
    const avatarUrl = await sendPicture(parent, bytes, type)
    const { avatarSeed: path } = await parent.call('setAvatar', { memberId }, { avatarUrl })
    assert.match(path, new RegExp(`^/objects/${familyId}/[0-9a-f-]{36}$`))
    const tablet = await family.device(memberId)
    const { kid } = await kidOf(stack, family)
    for (const device of [parent, tablet, kid]) {
      const picture = await look(device, path)
      assert.equal(picture.status, 200)
      assert.deepEqual(picture.bytes, bytes)
      assert.deepEqual(
        ['content-type', 'content-length', 'cache-control', 'cdn-cache-control', 'x-content-type-options'].map((name) =>
          picture.headers.get(name),
        ),
        [type, String(bytes.length), keptForADay, 'no-store', 'nosniff'],
      )
    }
    await stack.sql`delete from public.family_members where family_id = ${familyId} and user_id is not null and role = 'kid'`
  }
})

story('A browser that has a picture already is not sent it again', async (stack) => {
  const { parent, path } = await familyWithPicture(stack)
  const { headers } = await look(parent, path)
  const etag = headers.get('etag') ?? ''
  assert.match(etag, /^(W\/)?".+"$/)
  for (const condition of [{ 'if-none-match': etag }, { 'if-none-match': `"other", ${etag}` }]) {
    const again = await look(parent, path, condition)
    assert.deepEqual(
      [again.status, again.bytes.length, again.headers.get('etag'), again.headers.get('cache-control')],
      [304, 0, etag, keptForADay],
    )
  }
  assert.equal((await look(parent, path, { 'if-none-match': '"other"' })).status, 200)
})

story('An answer that renews the session is not kept: its cookies are of this moment alone', async (stack) => {
  const { parent, path } = await familyWithPicture(stack)
  parent.cookies.delete('bq_access')
  const renewed = await look(parent, path)
  assert.deepEqual(
    [renewed.status, renewed.headers.getSetCookie().length, renewed.headers.get('cache-control')],
    [200, 2, 'private, no-cache'],
  )
})

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
    [webp.slice(0, 20), 'image/webp', notOurs],
    [new Uint8Array(0), 'image/webp', notOurs],
    // Headers with a size, without a picture behind them.
    [webp.slice(0, 32), 'image/webp', notOurs],
    [samplePictures['image/png'].slice(0, -14), 'image/png', notOurs],
    [samplePictures['image/jpeg'].slice(0, -40), 'image/jpeg', notOurs],
    [samplePictures['image/gif'].slice(0, 20), 'image/gif', notOurs],
    [pngOf(20_000, 20_000), 'image/png', 'This picture is too large: at most 4096 pixels wide and high.'],
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

story('A picture is sent by the family and named by those who may', async (stack) => {
  const family = await newFamily(stack)
  const { parent } = family
  const { id: memberId } = await family.addMember('Mia')
  const tablet = await family.device(memberId)
  const uploadURL = await sendPicture(parent)
  await tablet.refused('setAvatar', { memberId }, 'not_allowed', { avatarUrl: uploadURL })
  await tablet.refused('setProfileImage', {}, 'not_allowed', { profileImageUrl: uploadURL })
  const { parent: stranger } = await newFamily(stack, 'Holm')
  await stranger.refused('setProfileImage', {}, 'unknown_picture', { profileImageUrl: uploadURL })
  const { kid } = await kidOf(stack, family)
  const his = await sendPicture(kid)
  await kid.refused('setAvatar', { memberId }, 'not_allowed', { avatarUrl: his })
  const { profileImageUrl } = await kid.call('setProfileImage', {}, { profileImageUrl: his })
  assert.equal((await look(parent, profileImageUrl ?? '')).status, 200)
})

story('A generated face and no picture at all are chosen by the same calls', async (stack) => {
  const { parent, miaId, path } = await familyWithPicture(stack)
  assert.equal((await parent.call('setAvatar', { memberId: miaId }, { avatarSeed: 'mia 7' })).avatarSeed, 'mia 7')
  assert.equal((await parent.call('setProfileImage', {}, { profileImageUrl: path })).profileImageUrl, path)
  assert.equal((await parent.call('setProfileImage', {}, { profileImageUrl: null })).profileImageUrl, null)
})

story(
  'A day after nobody shows it a picture is gone, file and all; so is what was sent and never named',
  async (stack) => {
    const { parent, familyId, miaId, path } = await familyWithPicture(stack)
    const before = await files(`${stack.folder}/storage`)
    const never = await sendPicture(parent)
    await parent.call('setAvatar', { memberId: miaId }, { avatarUrl: await sendPicture(parent) })
    assert.deepEqual([(await kept(stack, familyId)).length, await files(`${stack.folder}/storage`)], [3, before + 2])
    await stack.sql`update private.pictures set due_at = due_at - interval '23 hours' where family_id = ${familyId}`
    await parent.call('requestUpload', {})
    assert.equal((await kept(stack, familyId)).length, 3)
    await stack.sql`update private.pictures set due_at = due_at - interval '1 hour' where family_id = ${familyId}`
    await parent.call('requestUpload', {})
    const left = await kept(stack, familyId)
    assert.deepEqual([left.length, await files(`${stack.folder}/storage`)], [1, before])
    assert.equal((await look(parent, path)).status, 404)
    assert.equal((await look(parent, `/objects/${left[0]}`)).status, 200)
    await parent.refused('setAvatar', { memberId: miaId }, 'unknown_picture', { avatarUrl: never })
  },
)

story('Sixty pictures sent at once all arrive', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const sent = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const bytes = new Uint8Array(30_000 + index).fill(index)
      bytes.set(webp)
      const { profileImageUrl } = await parent.call(
        'setProfileImage',
        {},
        { profileImageUrl: await sendPicture(parent, bytes) },
      )
      return { path: profileImageUrl ?? '', bytes }
    }),
  )
  assert.equal((await kept(stack, familyId)).length, 60)
  for (const { path, bytes } of sent) assert.deepEqual((await look(parent, path)).bytes, bytes)
})
