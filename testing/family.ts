import assert from 'node:assert/strict'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestColumn } from '#domain/contract/columns.ts'
import { samplePictures } from './sample-pictures.ts'
import { newAddress, password } from './good-calls.ts'
import { Device } from './device.ts'
import type { TestStack } from './stack.ts'

export { newAddress, password }

/** A parent's device, signed in, and what a new family's board looks like. */
export type SignedUpFamily = {
  parent: Device
  email: string
  familyId: string
  memberId: string
  columns: QuestColumn[]
  /** The column of that title. */
  column(title: string): QuestColumn
  addQuest(title: string, more?: Record<string, unknown>): Promise<Quest>
  /** A kid without a login, unless `more` says otherwise. */
  addMember(displayName: string, more?: { role?: 'parent' | 'kid'; pin?: string }): Promise<FamilyMember>
  /** Another device on which Anna signed in with her password; with `memberId` it acts as that member without a PIN. */
  device(memberId?: string): Promise<Device>
  balanceOf(memberId: string): Promise<number>
}

/** Lets a new browser of that family in by a code; nobody has said yet who uses it. */
export async function pairedDevice({
  parent,
  familyId,
}: Pick<SignedUpFamily, 'parent' | 'familyId'>): Promise<{ tablet: Device; deviceId: string }> {
  const { code } = await parent.call('addPairing', { familyId })
  const tablet = new Device(parent.url)
  const { id } = await tablet.call('join', {}, { code })
  return { tablet, deviceId: id }
}

/** `more` is said when the parent signs up. */
export const newFamily = (
  stack: TestStack,
  lastName = 'Berg',
  more: Record<string, string | number> = {},
): Promise<SignedUpFamily> => familyOn(stack.url, lastName, new Device(stack.url), more)

export async function familyOn(
  url: string,
  lastName = 'Berg',
  parent = new Device(url),
  more: Record<string, string | number> = {},
): Promise<SignedUpFamily> {
  const email = newAddress()
  await parent.call('signup', {}, { firstName: 'Anna', lastName, email, password, ...more })
  const [membership] = await parent.call('myFamilies', {})
  assert.ok(membership)
  const familyId = membership.family.id
  const columns = await parent.call('columns', { familyId })
  const column = (title: string) => columns.find((known) => known.title === title) ?? assert.fail(`no column ${title}`)
  return {
    parent,
    email,
    familyId,
    memberId: membership.id ?? assert.fail(),
    columns,
    column,
    addQuest: (title, more = {}) =>
      parent.call(
        'addQuest',
        { familyId },
        { title, icon: '🧹', gemValue: 20, assigneeIds: [membership.id], columnId: column('To Do').id, ...more },
      ),
    addMember: (displayName, more = {}) => parent.call('addMember', { familyId }, { displayName, ...more }),
    async device(actsAs) {
      const device = new Device(url, parent.always, parent.client)
      await device.call('login', {}, { email, password })
      if (actsAs !== undefined) await device.call('actAs', {}, { memberId: actsAs })
      return device
    },
    async balanceOf(member) {
      const { balance } = await parent.call('gems', { memberId: member })
      return balance
    },
  }
}

/** A kid of the family with a login of its own, on its own tablet. */
export async function kidOf(stack: TestStack, family: SignedUpFamily): Promise<{ kid: Device; memberId: string }> {
  const { parent: kid, familyId: ownFamily, memberId: ownMember } = await newFamily(stack, 'Mia')
  const memberId = await stack.sql.begin(async (sql) => {
    const [login] = await sql<{ user_id: string }[]>`select user_id from public.family_members where id = ${ownMember}`
    await sql`delete from public.families where id = ${ownFamily}`
    const [mia] = await sql<{ id: string }[]>`
      insert into public.family_members (family_id, user_id, display_name, role) values (${family.familyId}, ${login?.user_id ?? null}, 'Mia', 'kid') returning id`
    return mia?.id ?? assert.fail('Mia was not added')
  })
  return { kid, memberId }
}

/** Requests an upload address and sends a picture there. Returns the address. */
export async function sendPicture(
  device: Device,
  bytes = samplePictures['image/webp'],
  type = 'image/webp',
): Promise<string> {
  const { uploadURL } = await device.call('requestUpload', {})
  const sent = await putPicture(device, uploadURL, bytes, type)
  assert.equal(sent.status, 200, sent.text)
  return uploadURL
}

/** Sends a picture as a browser does: to the address alone, without cookies or keys. */
export const putPicture = (device: Device, uploadURL: string, bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new Device(device.url).send('PUT', uploadURL, { body: bytes, headers: { 'content-type': type } })

/** Uploads a picture and makes it that member's avatar. Returns its path. */
export async function face(device: Device, memberId: string): Promise<string> {
  return (await device.call('setAvatar', { memberId }, { avatarUrl: await sendPicture(device) })).avatarSeed
}
