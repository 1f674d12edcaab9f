import assert from 'node:assert/strict'
import { FamilyEvent } from '../../domain/contract/events.ts'
import { revisionHeader, routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { applyEvent, completionKey, emptyFamilyState } from '../../domain/rules/family-state.ts'
import type { FamilyState } from '../../domain/rules/family-state.ts'
import { newsOf } from '../../testing/commands.ts'
import { parsed } from '../../testing/device.ts'
import { newScene, sendGood } from '../../testing/every-call.ts'
import type { Scene } from '../../testing/every-call.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

const changes = 200
const readers = 4

const withHeader = (Object.keys(routes) as RouteName[]).filter((name) => (routes[name] as Route).hasRevision)
const reads = ['familyState' as const, ...withHeader]

type Read = { name: RouteName; revision: number; reply: unknown }

const lists = ['columns', 'members', 'quests', 'completions', 'rewards', 'redemptions'] as const

/** Returns the expected reply of a read from the family's state after its events; lists in any order. */
function replyOf(name: RouteName, state: FamilyState, { miaId }: Scene): unknown {
  switch (name) {
    case 'familyState':
      return pick(state)
    case 'archivedQuests':
      return state.quests.filter(({ isArchived }) => isArchived)
    case 'gems':
      return { balance: state.balances[miaId] ?? 0 }
    case 'gemEntries':
      return state.entries.filter(({ memberId }) => memberId === miaId)
    default:
      assert.fail(`${name} is not known here`)
  }
}

// A member without gems has no event that says so.
const pick = (state: Record<string, unknown>) => ({
  ...Object.fromEntries(lists.map((list) => [list, state[list]])),
  balances: Object.fromEntries(Object.entries(state['balances'] ?? {}).filter(([, balance]) => balance !== 0)),
})

const keyOf = (entity: Parameters<typeof completionKey>[0] | { id: string }) =>
  'id' in entity ? entity.id : completionKey(entity)
function sorted(reply: unknown): unknown {
  if (Array.isArray(reply)) return reply.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return typeof reply === 'object' && reply !== null
    ? Object.fromEntries(Object.entries(reply).map(([key, value]) => [key, sorted(value)]))
    : reply
}

/** Changes a bit of everything, one call after the other. */
async function changeEverything(scene: Scene): Promise<void> {
  const { parent, familyId, miaId, today } = scene
  let [questId, columnId, rewardId, redemptionId, memberId] = ['', '', '', '', '']
  const steps: (() => Promise<unknown>)[] = [
    async () => ({ id: questId } = await scene.addQuest('Plants', { assigneeIds: [miaId] })),
    () => parent.call('moveOrEditQuest', { questId }, { title: 'Flowers' }),
    () => parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: miaId }),
    () => parent.call('archiveQuests', { familyId }),
    async () =>
      ({ id: columnId } = await parent.call('addColumn', { familyId }, { title: 'Garden', emoji: '🌱', position: 0 })),
    async () => ({ id: memberId } = await scene.addMember('Emil')),
    () => parent.call('addGemEntry', { memberId: miaId }, { amount: 5, reason: 'Great report card' }),
    async () => ({ id: rewardId } = await parent.call('addReward', { familyId }, { title: 'Pizza', gemCost: 3 })),
    async () =>
      ({ id: redemptionId } = await parent.call(
        'redeemReward',
        { rewardId },
        { redemptionId: crypto.randomUUID(), memberId: miaId },
      )),
    () => parent.call('decideRedemption', { redemptionId }, { status: 'declined' }),
    () => parent.call('deleteReward', { rewardId }),
    () => parent.call('editMember', { memberId }, { displayName: 'Emilia' }),
    () => parent.call('removeMember', { memberId }),
    () => parent.call('deleteColumn', { columnId }),
    () => parent.call('undoCompletion', { questId, memberId: miaId, completedDate: today }),
    () => parent.call('deleteQuest', { questId: scene.questId }).then(() => (scene.questId = questId)),
  ]
  for (let count = 0; count < changes; count++) await steps[count % steps.length]?.()
}

story('While the family changes, an answer has exactly the changes up to the revision that it names', async (stack) => {
  const scene = await newScene(stack)
  const { parent, familyId, memberId, columnId } = scene
  // A board that takes a while to read.
  await stack.sql`
    insert into public.quests (family_id, column_id, title, icon, gem_value, assignee_ids)
    select ${familyId}, ${columnId}, 'Quest ' || number, '🧹', 5, array[${memberId}]::uuid[] from generate_series(1, 100) number`
  const asked = { ...scene }
  const answers: Read[] = []
  const through = new AbortController()
  const changing = changeEverything(scene).finally(() => through.abort())
  const reading = Array.from({ length: readers }, async (_, reader) => {
    const device = parent.copy()
    for (let count = reader; !through.signal.aborted; count++) {
      const name = reads[count % reads.length] ?? assert.fail()
      const answer = await sendGood(
        device,
        name,
        asked,
        name === 'archivedQuests' ? { ids: { '?doneSince': '2000-01-01' } } : {},
      )
      const reply = parsed(name, answer) as Record<string, unknown>
      const revision = Number(answer.headers.get(revisionHeader) ?? reply['revision'] ?? Number.NaN)
      answers.push({ name, revision, reply: name === 'familyState' ? pick(reply) : reply })
    }
  })
  await Promise.all([changing, ...reading])

  const events = (await newsOf(stack.sql, familyId, 0)).map(({ event, payload }) =>
    FamilyEvent.parse({ type: event, ...payload }),
  )
  const homes = [emptyFamilyState]
  for (const event of events) homes.push(applyEvent(homes.at(-1) ?? emptyFamilyState, event))
  for (const { name, revision, reply } of answers) {
    assert.deepEqual(
      sorted(reply),
      sorted(replyOf(name, homes[revision] ?? assert.fail(`no revision ${revision}`), scene)),
      `${name} at ${revision}`,
    )
  }
  for (const name of reads) {
    const revisions = new Set(answers.filter((answer) => answer.name === name).map(({ revision }) => revision))
    assert.ok(revisions.size > 5, `${name} was read at ${revisions.size} revisions only`)
  }
})

story(
  'A command that reads the family, and what says its revision, run in the snapshot of the statement that calls them',
  async (stack) => {
    const others = await stack.sql`
    select proname from pg_proc
    where pronamespace = 'private'::regnamespace and (proname like 'list\\_%' or proname in ('gems', 'revision_of', 'family_state', 'membership_json')) and provolatile = 'v'`
    assert.deepEqual([...others], [])
  },
)
