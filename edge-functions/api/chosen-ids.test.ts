import assert from 'node:assert/strict'
import type { RouteName } from '../../domain/contract/routes.ts'
import { Device, assertRefusal } from '../../testing/device.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { everythingOf, goodCalls, newScene, sendGood } from '../../testing/every-call.ts'
import type { Scene } from '../../testing/every-call.ts'
import { kidOf, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

type Adding = { name: RouteName; list: RouteName; edit: RouteName; remove: RouteName; param: string }

const adding: readonly Adding[] = [
  { name: 'addColumn', list: 'columns', edit: 'editColumn', remove: 'deleteColumn', param: 'columnId' },
  { name: 'addMember', list: 'members', edit: 'editMember', remove: 'removeMember', param: 'memberId' },
  { name: 'addQuest', list: 'quests', edit: 'moveOrEditQuest', remove: 'deleteQuest', param: 'questId' },
  { name: 'addReward', list: 'rewards', edit: 'editReward', remove: 'deleteReward', param: 'rewardId' },
]

type Entity = { id: string; version: number }

/** Returns a body with an unused id; a column is the first one, because done quests would be in the last one. */
const newBody = (name: RouteName, scene: Scene) =>
  ({ ...goodCalls[name].body?.(scene), ...(name === 'addColumn' && { position: 0 }) }) as Record<string, unknown> & {
    id: string
  }

function saved({ status, text }: ApiResponse, expected: 200 | 201) {
  assert.equal(status, expected, text)
  const { events, ...entity }: Entity & { events: { type: string }[] } = JSON.parse(text)
  return { entity, events: events.map(({ type }) => type) }
}

story(
  'An entity has the id that its device chose; the same call sent again returns it as it is now, without an event',
  async (stack) => {
    const scene = await newScene(stack)
    const { parent, familyId } = scene
    for (const { name, list, edit, param } of adding) {
      const body = newBody(name, scene)
      const add = () => sendGood(parent, name, scene, { body })
      const { entity, events } = saved(await add(), 201)
      assert.equal(entity.id, body.id, name)
      assert.ok(events.length > 0, name)
      const { entity: edited } = saved(await sendGood(parent, edit, scene, { ids: { [param]: body.id } }), 200)
      assert.ok(edited.version > entity.version, name)
      const before = await everythingOf(stack, familyId)
      for (const again of await Promise.all([add(), add()]))
        assert.deepEqual(saved(again, 201), { entity: edited, events: [] }, name)
      assert.deepEqual(await everythingOf(stack, familyId), before, name)
      const listed: Entity[] = JSON.parse((await sendGood(parent, list, scene)).text)
      assert.deepEqual(
        listed.filter(({ id }) => id === body.id),
        [edited],
        name,
      )
    }
  },
)

story('An entity that was deleted is added once more under its id', async (stack) => {
  const scene = await newScene(stack)
  for (const { name, remove, param } of adding) {
    const body = newBody(name, scene)
    const first = saved(await sendGood(scene.parent, name, scene, { body }), 201)
    saved(await sendGood(scene.parent, remove, scene, { ids: { [param]: body.id } }), 200)
    const second = saved(await sendGood(scene.parent, name, scene, { body }), 201)
    assert.deepEqual([second.entity.id, second.events], [body.id, first.events], name)
    assert.ok(second.entity.version > first.entity.version, name)
  }
})

story("An id of another family's is refused, whoever belongs to both, and nothing is changed", async (stack) => {
  const [scene, holm] = [await newScene(stack), await newScene(stack)]
  const used = new Map<RouteName, { id: string }>()
  for (const { name } of adding) {
    const body = newBody(name, scene)
    saved(await sendGood(scene.parent, name, scene, { body }), 201)
    used.set(name, { ...newBody(name, holm), id: body.id })
  }
  const everything = async () => [await everythingOf(stack, scene.familyId), await everythingOf(stack, holm.familyId)]
  const tryAll = async () => {
    const before = await everything()
    for (const [name, body] of used) {
      const { message } = assertRefusal(await sendGood(holm.parent, name, holm, { body }), 'invalid_input')
      assert.equal(message, 'This id was used for something else.', name)
    }
    assert.deepEqual(await everything(), before)
  }
  await tryAll()
  await stack.sql`
    insert into public.family_members (family_id, user_id, display_name, role)
    select ${scene.familyId}, user_id, 'Olaf', 'parent' from public.family_members where id = ${holm.memberId}`
  await tryAll()
})

story('A person who may not add anything learns nothing from a used id', async (stack) => {
  const scene = await newScene(stack)
  const { kid } = await kidOf(stack, scene)
  const { parent: stranger } = await newFamily(stack, 'Holm')
  const tablet = await scene.device(scene.miaId)
  for (const { name } of adding) {
    const body = newBody(name, scene)
    saved(await sendGood(scene.parent, name, scene, { body }), 201)
    const before = await everythingOf(stack, scene.familyId)
    for (const sent of [{ body }, { body: newBody(name, scene) }]) {
      for (const device of [tablet, kid]) assertRefusal(await sendGood(device, name, scene, sent), 'not_allowed')
      assertRefusal(await sendGood(stranger, name, scene, sent), 'not_found')
      assertRefusal(await sendGood(new Device(stack.url), name, scene, sent), 'not_signed_in')
    }
    assert.deepEqual(await everythingOf(stack, scene.familyId), before, name)
  }
})

story('Two families that choose the same id at the same moment: one of them has it', async (stack) => {
  const scenes = [await newScene(stack), await newScene(stack)]
  for (const { name } of adding) {
    for (let round = 0; round < 5; round++) {
      const id = crypto.randomUUID()
      const answers = await Promise.all(
        scenes.map((scene) => sendGood(scene.parent, name, scene, { body: { ...newBody(name, scene), id } })),
      )
      const refused = answers.filter(({ status }) => status !== 201)
      assert.deepEqual(
        refused.map((answer) => assertRefusal(answer, 'invalid_input').message),
        ['This id was used for something else.'],
        name,
      )
    }
  }
})
