import { newFamily } from '../family.ts'
import type { Hand } from './hand.ts'
import { emptyPath } from './proxy.ts'

export type TourFamily = {
  credentials: { email: string; password: string }
  familyId: string
  parentId: string
  kidId: string
  columns: { id: string; title: string }[]
}

const passwords = new Map<string, string>()

type Member = { id: string; role: string; displayName: string }

/** The family that the device is signed in to, which acts as the parent from now on; a new one, with Mia, where there is none. */
export async function familyOf(hand: Hand): Promise<TourFamily> {
  if (!(await isSignedIn(hand))) {
    const { firstName, lastName, email, password } = newFamily()
    await hand.call('POST', '/api/auth/signup', { firstName, lastName, email, password })
    passwords.set(email, password)
  }
  const { email } = await hand.call<{ email: string }>('GET', '/api/auth/user')
  const [{ id: parentId, family }] = await hand.call<[{ id: string; family: { id: string } }]>('GET', '/api/families/my')
  await actAs(hand, parentId)
  const members = await hand.call<Member[]>('GET', `/api/families/${family.id}/members`)
  const kid =
    members.find(({ displayName }) => displayName === 'Mia') ??
    (await hand.call<Member>('POST', `/api/families/${family.id}/members`, { displayName: 'Mia', avatarSeed: 'mia' }))
  const columns = await hand.call<{ id: string; title: string }[]>('GET', `/api/families/${family.id}/quest-columns`)
  return { credentials: { email, password: passwords.get(email) ?? newFamily().password }, familyId: family.id, parentId, kidId: kid.id, columns }
}

async function isSignedIn(hand: Hand): Promise<boolean> {
  await hand.open(emptyPath)
  return hand.call('GET', '/api/auth/user').then(
    () => true,
    () => false,
  )
}

export async function signOut(hand: Hand): Promise<void> {
  await hand.open(emptyPath)
  await hand.call('POST', '/api/auth/logout')
}

/** One more device of the family. */
export async function signIn(hand: Hand, { credentials }: TourFamily): Promise<void> {
  await hand.open(emptyPath)
  await hand.call('POST', '/api/auth/login', credentials)
}

export const actAs = (hand: Hand, memberId: string) => hand.call('PUT', '/api/auth/active-member', { memberId })

export function addQuest(hand: Hand, family: TourFamily, title: string, column = 'To Do', more: object = {}): Promise<{ id: string }> {
  const columnId = family.columns.find((known) => known.title === column)?.id
  return hand.call('POST', `/api/families/${family.familyId}/quests`, { title, icon: '🧹', gemValue: 20, assigneeIds: [family.parentId], columnId, ...more })
}
