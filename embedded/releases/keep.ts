import { samplePictures } from '../../domain/rules/sample-pictures.ts'
import { backup } from '../backup/backup.ts'
import { addDemoFamily } from '../demo.ts'
import { startStack } from '../stack.ts'
import { Device } from '../testing/device.ts'
import { version } from '../version.ts'
import { archiveOf, descriptionOf, digests } from './releases.ts'
import type { Release } from './releases.ts'

// Keeps a data folder of this version, with the demo family, a PIN and a picture, for the tests of all versions to come.
// `npm run keep-release`, once for each version, before it is published.

const pin = '4711'
const folder = await Deno.makeTempDir()
await Deno.chmod(folder, 0o711)
try {
  const stack = await startStack({ folder, port: 0, hostname: '127.0.0.1', rateLimits: false })
  try {
    const sql = stack.postgres.connect('postgres', 1)
    await addDemoFamily(stack.url, sql, `${folder}/demo.json`).finally(() => sql.end())
    const signIn: { email: string; password: string } = JSON.parse(await Deno.readTextFile(`${folder}/demo.json`))
    const parent = new Device(stack.url)
    await parent.call('login', {}, signIn)
    const kidId = await addPinAndPicture(parent)
    await Deno.remove(archiveOf(version)).catch(() => {})
    await backup(folder, archiveOf(version))
    const release: Release = { ...signIn, kidId, pin, files: await digests() }
    await Deno.writeTextFile(descriptionOf(version), `${JSON.stringify(release, null, 2)}\n`)
  } finally {
    await stack.stop()
  }
} finally {
  await Deno.remove(folder, { recursive: true })
}
console.log(`Kept in ${archiveOf(version)}.`)

/** Returns the id of the member that has both. */
async function addPinAndPicture(parent: Device): Promise<string> {
  const [own] = await parent.call('myFamilies', {})
  const members = await parent.call('members', { familyId: own?.family.id ?? '' })
  const kid = members.find(({ role }) => role === 'kid')
  if (kid === undefined) throw new Error('The demo family has no kid')
  const { uploadURL } = await parent.call('requestUpload', {})
  await parent.send('PUT', uploadURL, { body: samplePictures['image/webp'], headers: { 'content-type': 'image/webp' } })
  await parent.call('setAvatar', { memberId: kid.id }, { avatarUrl: uploadURL })
  await parent.call('setPin', { memberId: kid.id }, { pin })
  return kid.id
}
