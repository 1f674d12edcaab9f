import assert from 'node:assert/strict'
import { FamilyEvent } from '../../domain/contract/events.ts'
import { applyEvent, completionKey, emptyFamilyState } from '../../domain/rules/family-state.ts'
import type { FamilyState } from '../../domain/rules/family-state.ts'
import { dayFromNow } from '../../testing/builders.ts'
import { newsOf } from '../../testing/commands.ts'
import { newScene } from '../../testing/every-call.ts'
import type { Scene } from '../../testing/every-call.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

const changes = 200
const readers = 4

type Read = { revision: number; reply: unknown }

const lists = ['columns', 'members', 'quests', 'completions', 'absences', 'rewards', 'redemptions'] as const

// A member without gems has no event that says so.
const pick = (state: Pick<FamilyState, (typeof lists)[number] | 'balances'> & { earned?: unknown }) => ({
  ...Object.fromEntries(lists.map((list) => [list, sorted(state[list])])),
  earned: state.earned,
  balances: Object.fromEntries(Object.entries(state.balances).filter(([, balance]) => balance !== 0)),
})

const keyOf = (entity: Parameters<typeof completionKey>[0] | { id: string }) =>
  'id' in entity ? entity.id : completionKey(entity)
const sorted = (list: FamilyState[(typeof lists)[number]]) => list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))

/** Changes a bit of everything, one call after the other. */
async function changeEverything(scene: Scene): Promise<void> {
  const { parent, familyId, miaId, today } = scene
  let [questId, columnId, rewardId, redemptionId, memberId, absenceId] = ['', '', '', '', '', '']
  const steps: (() => Promise<unknown>)[] = [
    async () => ({ id: questId } = await scene.addQuest('Plants', { assigneeIds: [miaId] })),
    () => parent.call('moveOrEditQuest', { questId }, { title: 'Flowers' }),
    () => parent.call('moveOrEditQuest', { questId }, { completedDate: today, completingMemberId: miaId }),
    async () =>
      ({ id: absenceId } = await parent.call('addAbsence', { familyId }, { startsOn: today, endsOn: dayFromNow(6) })),
    () => parent.call('addAbsence', { familyId }, { memberId: miaId, questId, startsOn: today, endsOn: today }),
    () => parent.call('editAbsence', { absenceId }, { endsOn: today }),
    () => parent.call('deleteAbsence', { absenceId }),
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
  const answers: Read[] = []
  const through = new AbortController()
  const changing = changeEverything(scene).finally(() => through.abort())
  const reading = Array.from({ length: readers }, async () => {
    const device = parent.copy()
    while (!through.signal.aborted) {
      const state = await device.call('familyState', { familyId })
      if ('unchanged' in state) assert.fail()
      answers.push({ revision: state.revision, reply: pick(state) })
    }
  })
  await Promise.all([changing, ...reading])

  const events = (await newsOf(stack.sql, familyId, 0)).map(({ event, payload }) =>
    FamilyEvent.parse({ type: event, ...payload }),
  )
  const homes = [emptyFamilyState]
  for (const event of events) homes.push(applyEvent(homes.at(-1) ?? emptyFamilyState, event))
  for (const { revision, reply } of answers)
    assert.deepEqual(reply, pick(homes[revision] ?? assert.fail(`no revision ${revision}`)), `at ${revision}`)
  assert.ok(new Set(answers.map(({ revision }) => revision)).size > 5)
})

story('A command that reads the family runs in the snapshot of the statement that calls it', async (stack) => {
  const others = await stack.sql`
    select proname from pg_proc
    where pronamespace = 'private'::regnamespace and (proname like 'list\\_%' or proname in ('gems', 'family_state', 'membership_json')) and provolatile = 'v'`
  assert.deepEqual([...others], [])
})
