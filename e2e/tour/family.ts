import { newCredentials } from '../family.ts'
import type { TourDevice } from './device.ts'
import { emptyPath } from './proxy.ts'

export type TourFamily = Awaited<ReturnType<typeof signUp>>

/** Signs the device up as a new family with Mia. */
export async function signUp(device: TourDevice) {
  await signOut(device)
  const credentials = newCredentials()
  await device.call('POST', '/api/auth/signup', credentials)
  const [{ id: parentId, family }] = await device.call<[{ id: string; family: { id: string } }]>(
    'GET',
    '/api/families/my',
  )
  const { id: kidId } = await device.call<{ id: string }>('POST', `/api/families/${family.id}/members`, {
    displayName: 'Mia',
    avatarSeed: 'mia',
  })
  const columns = await device.call<{ id: string; title: string }[]>('GET', `/api/families/${family.id}/quest-columns`)
  return { credentials, familyId: family.id, parentId, kidId, columns }
}

export async function signOut(device: TourDevice): Promise<void> {
  await device.open(emptyPath)
  await device.call('POST', '/api/auth/logout')
}

/** Signs one more device in to the family. */
export async function signIn(device: TourDevice, { credentials: { email, password } }: TourFamily): Promise<void> {
  await device.open(emptyPath)
  await device.call('POST', '/api/auth/login', { email, password })
}

export const actAs = (device: TourDevice, memberId: string) =>
  device.call('PUT', '/api/auth/active-member', { memberId })

export function addQuest(
  device: TourDevice,
  family: TourFamily,
  title: string,
  column = 'To Do',
  more: object = {},
): Promise<{ id: string }> {
  const columnId = family.columns.find((known) => known.title === column)?.id
  return device.call('POST', `/api/families/${family.familyId}/quests`, {
    title,
    icon: '🧹',
    gemValue: 20,
    assigneeIds: [family.parentId],
    columnId,
    ...more,
  })
}
