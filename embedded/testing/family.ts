import assert from 'node:assert/strict'
import type { Quest } from '#domain/contract/quests.ts'
import type { QuestColumn } from '#domain/contract/quest-columns.ts'
import { Device } from './device.ts'
import type { TestStack } from './stack.ts'

export const password = 'bubbles-and-gems'

let people = 0
export const newAddress = (name = 'parent') => `${name}${++people}@family.example`

/** A parent's device, signed in, and what a new family's board looks like. */
export type Family = {
  parent: Device
  email: string
  familyId: string
  memberId: string
  columns: QuestColumn[]
  /** The column of that title. */
  column(title: string): QuestColumn
  addQuest(title: string, more?: Record<string, unknown>): Promise<Quest>
}

export const newFamily = (stack: TestStack, lastName = 'Berg'): Promise<Family> => familyOn(stack.url, lastName)

export async function familyOn(url: string, lastName = 'Berg'): Promise<Family> {
  const parent = new Device(url)
  const email = newAddress()
  await parent.call('signup', {}, { firstName: 'Anna', lastName, email, password })
  const [membership] = await parent.call('myFamilies', {})
  assert.ok(membership)
  const familyId = membership.family.id
  const columns = await parent.call('columns', { familyId })
  const column = (title: string) => columns.find((known) => known.title === title) ?? assert.fail(`no column ${title}`)
  return {
    parent,
    email,
    familyId,
    memberId: membership.id,
    columns,
    column,
    addQuest: (title, more = {}) =>
      parent.call('addQuest', { familyId }, { title, icon: '🧹', gemValue: 20, assigneeIds: [membership.id], columnId: column('To Do').id, ...more }),
  }
}

/** A kid of the family with a login of its own, on its own tablet. */
export async function kidOf(stack: TestStack, family: Family): Promise<{ kid: Device; memberId: string }> {
  const { parent: kid, familyId: ownFamily, memberId } = await newFamily(stack, 'Mia')
  await stack.sql.begin(async (sql) => {
    await sql`update public.family_members set family_id = ${family.familyId}, role = 'kid', display_name = 'Mia' where id = ${memberId}`
    await sql`delete from public.families where id = ${ownFamily}`
  })
  return { kid, memberId }
}
