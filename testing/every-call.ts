import { routes } from '#domain/contract/routes.ts'
import type { Route, RouteName } from '#domain/contract/routes.ts'
import { Device, fillPath } from './device.ts'
import type { ApiResponse, Sent } from './device.ts'
import { newAddress, newFamily, pairedDevice, password } from './family.ts'
import { insertPicture } from './commands.ts'
import { dayFromNow } from './builders.ts'
import type { SignedUpFamily } from './family.ts'
import { insertMailedToken } from './tokens.ts'
import type { TestStack } from './stack.ts'

/** The Bergs with one row of everything, so that every call has a target. */
export type Scene = SignedUpFamily & {
  miaId: string
  questId: string
  columnId: string
  columnIds: string[]
  rewardId: string
  redemptionId: string
  picture: string
  linkToken: string
  /** A paired tablet's id; Mia uses it. */
  deviceId: string
  pairingCode: string
  today: string
}

/**
 * Mia has 20 gems left, the dishes of today behind her, asked for an ice cream, and practises a word. Anna has brought
 * the books back.
 */
export async function newScene(stack: TestStack): Promise<Scene> {
  const family = await newFamily(stack)
  const { parent, familyId } = family
  const today = dayFromNow()
  const { id: miaId } = await family.addMember('Mia')
  const quest = await family.addQuest('Dishes', { gemValue: 30, assigneeIds: [miaId], recurring: 'daily' })
  await parent.call('moveOrEditQuest', { questId: quest.id }, { completedDate: today, completingMemberId: miaId })
  await family.addQuest('Books', { columnId: family.column('Done').id })
  await parent.call('editFamily', { familyId }, { rewardMode: 'ask' })
  const reward = await parent.call('addReward', { familyId }, { title: 'Ice cream', icon: '🍦', gemCost: 10 })
  const redemptionId = crypto.randomUUID()
  await parent.call('redeemReward', { rewardId: reward.id }, { redemptionId, memberId: miaId })
  // Keeps the redemption recent on a slow machine.
  await stack.sql`update public.redemptions set created_at = now() + interval '55 seconds' where id = ${redemptionId}`
  await parent.call('practise', { memberId: miaId }, { game: 'word-pop', item: 'dog', answer: 'right', day: today })
  const columnId = family.column('Ideas').id
  // As on a device on which the account is new.
  await stack.sql`update private.devices set use = null where id in (
    select s.id from auth.sessions s join public.family_members m on m.user_id = s.user_id where m.family_id = ${familyId})`
  const { tablet, deviceId } = await pairedDevice(family)
  await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [miaId] })
  const { code: pairingCode } = await parent.call('addPairing', { familyId })
  return {
    ...family,
    miaId,
    questId: quest.id,
    columnId,
    columnIds: family.columns.map(({ id }) => id),
    rewardId: reward.id,
    redemptionId,
    picture: await insertPicture(stack.sql, familyId),
    // Belongs to an account of its own, because following it ends the account's other sessions.
    linkToken: await insertMailedToken(stack, (await newFamily(stack)).email, 'confirmation'),
    deviceId,
    pairingCode,
    today,
  }
}

/**
 * The right that a call needs: `anyone` needs no session, a `session` of any kind is enough to ask about oneself, a
 * `person` changes their own login, a `member` reads and does what is theirs, a `parent` manages,
 * an `admin` sees numbers of the whole installation.
 */
export type Right = 'anyone' | 'session' | 'person' | 'member' | 'parent' | 'admin'

/** The targets of calls: the part of a scene that does not depend on the stack. */
export type Subject = Pick<
  Scene,
  | 'familyId'
  | 'email'
  | 'miaId'
  | 'questId'
  | 'columnId'
  | 'columnIds'
  | 'rewardId'
  | 'redemptionId'
  | 'picture'
  | 'linkToken'
  | 'deviceId'
  | 'pairingCode'
  | 'today'
>

export type GoodCall = {
  right: Right
  /** Returns a new valid body each time: ids and addresses can be used once. */
  body?: (scene: Subject) => Record<string, unknown>
  status?: 201 | 202
}

/** Every call of the contract as it is done right in a scene. */
export const goodCalls: Record<RouteName, GoodCall> = {
  currentUser: { right: 'session' },
  signup: {
    right: 'anyone',
    body: () => ({ firstName: 'Olaf', lastName: 'Holm', email: newAddress('olaf'), password }),
    status: 201,
  },
  login: { right: 'anyone', body: ({ email }) => ({ email, password }) },
  logout: { right: 'anyone' },
  logoutEverywhere: { right: 'person', body: ({ deviceId }) => ({ keepDeviceIds: [deviceId] }) },
  editProfile: { right: 'person', body: () => ({ firstName: 'Annette' }) },
  changePassword: {
    right: 'person',
    body: ({ deviceId }) => ({
      currentPassword: password,
      newPassword: `new-${password}`,
      keepDeviceIds: [deviceId],
    }),
  },
  setProfileImage: { right: 'person', body: ({ picture }) => ({ profileImageUrl: picture }) },
  dismissWrongPins: { right: 'person' },
  actAs: { right: 'session', body: ({ miaId }) => ({ memberId: miaId }) },
  resendConfirmation: { right: 'anyone', body: () => ({ email: newAddress() }), status: 202 },
  recover: { right: 'anyone', body: () => ({ email: newAddress() }), status: 202 },
  readMailedLink: { right: 'anyone', body: ({ linkToken }) => ({ link: { type: 'signup', token: linkToken } }) },
  followMailedLink: {
    right: 'anyone',
    body: ({ linkToken }) => ({
      link: { type: 'signup', token: linkToken },
      password: `chosen-${password}`,
      firstName: 'Anna',
      lastName: 'Berg',
    }),
  },
  authAccess: { right: 'anyone' },
  realtimeAccess: { right: 'session' },
  myFamilies: { right: 'session' },
  editFamily: { right: 'parent', body: () => ({ name: 'The Bergs', rewardMode: 'spend' }) },
  exportFamily: { right: 'parent' },
  deleteFamily: { right: 'parent', body: () => ({ currentPassword: password }) },
  addPairing: { right: 'parent', status: 201 },
  join: { right: 'anyone', body: ({ pairingCode }) => ({ code: pairingCode }), status: 201 },
  setDeviceUse: { right: 'parent', body: () => ({ use: 'own' }) },
  devices: { right: 'parent' },
  renameDevice: { right: 'parent', body: () => ({ name: 'Kitchen' }) },
  endDevice: { right: 'parent' },
  members: { right: 'member' },
  addMember: {
    right: 'parent',
    body: () => ({ id: crypto.randomUUID(), displayName: 'Emil', role: 'kid', avatarSeed: 'emil', pin: '1234' }),
    status: 201,
  },
  editMember: { right: 'parent', body: () => ({ displayName: 'Mimi' }) },
  removeMember: { right: 'parent' },
  setAvatar: { right: 'parent', body: ({ picture }) => ({ avatarUrl: picture }) },
  setPin: { right: 'parent', body: () => ({ pin: '1234' }) },
  verifyPin: { right: 'member', body: () => ({ pin: '1234' }) },
  gems: { right: 'member' },
  gemEntries: { right: 'member' },
  addGemEntry: { right: 'parent', body: () => ({ amount: 15, reason: 'Great report card' }), status: 201 },
  practice: { right: 'member' },
  practise: { right: 'member', body: ({ today }) => ({ game: 'word-pop', item: 'cat', answer: 'right', day: today }) },
  forgetPractice: { right: 'parent' },
  finishPractice: { right: 'member', body: () => ({ game: 'word-pop', roundId: crypto.randomUUID() }) },
  requestUpload: { right: 'person' },
  columns: { right: 'member' },
  addColumn: { right: 'parent', body: () => ({ id: crypto.randomUUID(), title: 'Garden', emoji: '🌱' }), status: 201 },
  orderColumns: { right: 'parent', body: ({ columnIds }) => ({ columnIds: columnIds.toReversed() }) },
  editColumn: { right: 'parent', body: () => ({ title: 'Garden' }) },
  deleteColumn: { right: 'parent' },
  quests: { right: 'member' },
  archivedQuests: { right: 'member' },
  archiveQuests: { right: 'parent' },
  addQuest: {
    right: 'parent',
    body: ({ miaId, columnId }) => ({
      id: crypto.randomUUID(),
      title: 'Plants',
      icon: '🌱',
      gemValue: 5,
      assigneeIds: [miaId],
      columnId,
    }),
    status: 201,
  },
  moveOrEditQuest: { right: 'parent', body: ({ columnId }) => ({ columnId }) },
  deleteQuest: { right: 'parent' },
  completions: { right: 'member' },
  undoCompletion: { right: 'parent' },
  activeRewards: { right: 'member' },
  rewards: { right: 'member' },
  addReward: {
    right: 'parent',
    body: () => ({ id: crypto.randomUUID(), title: 'Pizza', icon: '🍕', gemCost: 5 }),
    status: 201,
  },
  editReward: { right: 'parent', body: () => ({ isActive: 0 }) },
  deleteReward: { right: 'parent' },
  redeemReward: {
    right: 'member',
    body: ({ miaId }) => ({ redemptionId: crypto.randomUUID(), memberId: miaId }),
    status: 201,
  },
  redemptions: { right: 'member' },
  decideRedemption: { right: 'parent', body: () => ({ status: 'granted' }) },
  putBackRedemption: { right: 'member' },
  adminStats: { right: 'admin' },
  cleanUp: { right: 'anyone' },
  health: { right: 'anyone' },
}

/** The path parameters of this scene. */
export function paramsOf({
  familyId,
  miaId,
  columnId,
  questId,
  rewardId,
  redemptionId,
  deviceId,
  today,
}: Subject): Record<string, string> {
  return { familyId, memberId: miaId, columnId, questId, rewardId, redemptionId, deviceId, completedDate: today }
}

/** The query parameters of the reads that need some. */
export const queryOf = (name: RouteName, { today }: Pick<Subject, 'today'>): Record<string, string> =>
  name === 'completions'
    ? { '?startDate': today, '?endDate': today }
    : name === 'archivedQuests'
      ? { '?doneSince': today }
      : {}

/** Sends a valid call; `ids` and `otherwise` replace the scene's own parameters and body. */
export function sendGood(
  device: Device,
  name: RouteName,
  scene: Subject,
  { ids = {}, ...otherwise }: Sent & { ids?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const { method, path }: Route = routes[name]
  const body = goodCalls[name].body?.(scene)
  const params = { ...paramsOf(scene), ...queryOf(name, scene), ...ids }
  return device.send(method, fillPath(path, params), { ...(body !== undefined && { body }), ...otherwise })
}

/** The device from which a call of that name is taken: the parent's, or a stranger's where anybody may call. */
export const senderOf = (name: RouteName, { parent }: Scene) =>
  goodCalls[name].right === 'anyone' ? new Device(parent.url) : parent

/** Makes the person on that device an admin of the installation. */
export async function makeAdmin(stack: TestStack, device: Device): Promise<void> {
  const { id } = await device.call('currentUser', {})
  await stack.sql`update public.profiles set role = 'admin' where user_id = ${id}`
}

const tablesOfFamily = [
  'family_members',
  'quest_columns',
  'quests',
  'quest_completions',
  'gem_entries',
  'gem_debts',
  'rewards',
  'redemptions',
  'practice_items',
] as const

/**
 * Everything the family has, and may sign in with, as one text a table: the same before and after when nothing was
 * changed.
 */
export async function everythingOf({ sql }: TestStack, familyId: string): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const table of tablesOfFamily) {
    const [row] = await sql<{ rows: string }[]>`
      select coalesce(jsonb_agg(to_jsonb(t) order by t::text), '[]')::text as rows from public.${sql(table)} t where family_id = ${familyId}`
    all[table] = row?.rows ?? ''
  }
  const [rest] = await sql<Record<string, string>[]>`
    with members as (select id, user_id from public.family_members where family_id = ${familyId})
    select
      (select jsonb_agg(to_jsonb(p) order by p.name)::text from private.pictures p where family_id = ${familyId}) as pictures,
      (select to_jsonb(f)::text from public.families f where id = ${familyId}) as family,
      (select jsonb_agg(to_jsonb(p) order by p::text)::text from private.member_pins p where member_id in (select id from members)) as pins,
      (select jsonb_agg(to_jsonb(p) order by p::text)::text from public.profiles p where user_id in (select user_id from members)) as profiles,
      (select jsonb_agg(jsonb_build_array(id, email, encrypted_password) order by id)::text from auth.users where id in (select user_id from members)) as logins,
      (select jsonb_agg(to_jsonb(d) order by d::text)::text from private.devices d join auth.sessions s on s.id = d.session_id
        where s.user_id in (select user_id from members)) as devices,
      (select jsonb_agg(to_jsonb(d) - 'last_seen_at' || (select jsonb_build_object('of', array_agg(member_id)) from private.device_members where device_id = d.id)
        order by d.id)::text from private.devices d where d.family_id = ${familyId}) as paired,
      (select jsonb_agg(encode(digest, 'hex') order by digest)::text from private.pairing_codes where family_id = ${familyId}) as codes,
      (select jsonb_agg(s.id order by s.id)::text from auth.sessions s where s.user_id in (select user_id from members)) as sessions`
  return { ...all, ...rest }
}
