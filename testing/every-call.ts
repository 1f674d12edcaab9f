import { rightOf } from '#domain/contract/rights.ts'
import { routes } from '#domain/contract/routes.ts'
import type { Route, RouteName } from '#domain/contract/routes.ts'
import { Device, fillPath } from './device.ts'
import type { ApiResponse, Sent } from './device.ts'
import { newFamily, pairedDevice } from './family.ts'
import { goodCalls } from './good-calls.ts'
import type { Subject } from './good-calls.ts'
import { insertPicture } from './commands.ts'
import { dayFromNow } from './builders.ts'
import type { SignedUpFamily } from './family.ts'
import { insertMailedToken } from './tokens.ts'
import type { TestStack } from './stack.ts'

/** The Bergs with one row of everything, so that every call has a target. */
export type Scene = SignedUpFamily & Subject

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
  const absence = { memberId: miaId, questId: quest.id, startsOn: today, endsOn: today }
  const { id: absenceId } = await parent.call('addAbsence', { familyId }, absence)
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
    absenceId,
    picture: await insertPicture(stack.sql, familyId),
    // Belongs to an account of its own, because following it ends the account's other sessions.
    linkToken: await insertMailedToken(stack, (await newFamily(stack)).email, 'confirmation'),
    deviceId,
    pairingCode,
    today,
  }
}

/** The path parameters of this scene. */
export const paramsOf = (scene: Subject): Record<string, string> => ({
  ...{ familyId: scene.familyId, memberId: scene.miaId, columnId: scene.columnId, questId: scene.questId },
  ...{ rewardId: scene.rewardId, redemptionId: scene.redemptionId, deviceId: scene.deviceId },
  absenceId: scene.absenceId,
  completedDate: scene.today,
})

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
  const body = goodCalls[name]?.body?.(scene)
  const params = { ...paramsOf(scene), ...queryOf(name, scene), ...ids }
  return device.send(method, fillPath(path, params), { ...(body !== undefined && { body }), ...otherwise })
}

/** The device from which a call of that name is taken: the parent's, or a stranger's where anybody may call. */
export const senderOf = (name: RouteName, { parent }: Scene) =>
  rightOf[name] === 'anyone' ? new Device(parent.url) : parent

/** Makes the person on that device an admin of the installation. */
export async function makeAdmin(stack: TestStack, device: Device): Promise<void> {
  const { id } = await device.call('currentUser', {})
  await stack.sql`update public.profiles set role = 'admin' where user_id = ${id}`
}

const tablesOfFamily =
  'family_members quest_columns quests quest_completions absences gem_entries gem_debts gem_months rewards redemptions practice_items'.split(
    ' ',
  )

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
