import assert from 'node:assert/strict'
import type { RouteName } from '../../domain/contract/routes.ts'
import { Device, assertRefusal } from '../../testing/device.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { everythingOf, newScene, sendGood } from '../../testing/every-call.ts'
import { goodCalls } from '../../testing/good-calls.ts'
import type { Scene } from '../../testing/every-call.ts'
import { kidOf } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

type Adding = { name: RouteName; edit: RouteName; remove: RouteName; param: string }

const adding: readonly Adding[] = [
  { name: 'addColumn', edit: 'editColumn', remove: 'deleteColumn', param: 'columnId' },
  { name: 'addMember', edit: 'editMember', remove: 'removeMember', param: 'memberId' },
  { name: 'addQuest', edit: 'moveOrEditQuest', remove: 'deleteQuest', param: 'questId' },
  { name: 'addAbsence', edit: 'editAbsence', remove: 'deleteAbsence', param: 'absenceId' },
  { name: 'addReward', edit: 'editReward', remove: 'deleteReward', param: 'rewardId' },
]

/** Returns a body with an unused id; a column is the first one, because done quests would be in the last one. */
const newBody = (name: RouteName, scene: Scene) =>
  ({ ...goodCalls[name]?.body?.(scene), ...(name === 'addColumn' && { position: 0 }) }) as Record<string, unknown> & {
    id: string
  }

function saved({ status, text }: ApiResponse, expected: 200 | 201) {
  assert.equal(status, expected, text)
  const { events, ...entity }: { id: string; version: number; events: { type: string }[] } = JSON.parse(text)
  return { entity, events: events.map(({ type }) => type) }
}

const assertUsed = (answer: ApiResponse) =>
  assert.equal(assertRefusal(answer, 'invalid_input').message, 'This id was used for something else.')

story(
  'An entity has the id that its device chose, once: sent again it is as it is now, without an event',
  async (stack) => {
    const scene = await newScene(stack)
    const { parent, familyId } = scene
    for (const { name, edit, remove, param } of adding) {
      const body = newBody(name, scene)
      const ids = { [param]: body.id }
      const add = () => sendGood(parent, name, scene, { body })
      const { entity, events } = saved(await add(), 201)
      assert.deepEqual([entity.id, events.length > 0], [body.id, true], name)
      const { entity: edited } = saved(await sendGood(parent, edit, scene, { ids }), 200)
      const before = await everythingOf(stack, familyId)
      for (const again of await Promise.all([add(), add()]))
        assert.deepEqual(saved(again, 201), { entity: edited, events: [] }, name)
      assert.deepEqual(await everythingOf(stack, familyId), before, name)
      // Once it is deleted, its id is free again.
      saved(await sendGood(parent, remove, scene, { ids }), 200)
      const second = saved(await add(), 201)
      assert.deepEqual([second.entity.id, second.events], [body.id, events], name)
      assert.ok(second.entity.version > edited.version, name)
    }
  },
)

story(
  "An id of another family's is refused, and whoever may not add anything learns nothing from it",
  async (stack) => {
    const [scene, holm] = [await newScene(stack), await newScene(stack)]
    const { kid } = await kidOf(stack, scene)
    const tablet = await scene.device(scene.miaId)
    const everything = async () => [await everythingOf(stack, scene.familyId), await everythingOf(stack, holm.familyId)]
    for (const { name } of adding) {
      const body = newBody(name, scene)
      saved(await sendGood(scene.parent, name, scene, { body }), 201)
      const before = await everything()
      assertUsed(await sendGood(holm.parent, name, holm, { body: { ...newBody(name, holm), id: body.id } }))
      for (const sent of [{ body }, { body: newBody(name, scene) }]) {
        for (const device of [tablet, kid]) assertRefusal(await sendGood(device, name, scene, sent), 'not_allowed')
        assertRefusal(await sendGood(holm.parent, name, scene, sent), 'not_found')
        assertRefusal(await sendGood(new Device(stack.url), name, scene, sent), 'not_signed_in')
      }
      assert.deepEqual(await everything(), before, name)
      // Both at the same moment: one of them has it.
      const id = crypto.randomUUID()
      const answers = await Promise.all(
        [scene, holm].map((of) => sendGood(of.parent, name, of, { body: { ...newBody(name, of), id } })),
      )
      const refused = answers.filter(({ status }) => status !== 201)
      assert.equal(refused.length, 1, name)
      refused.forEach(assertUsed)
    }
    const wish = { redemptionId: crypto.randomUUID() }
    const wishes = await Promise.all(
      [scene, holm].map((of) => sendGood(of.parent, 'redeemReward', of, { body: { memberId: of.miaId, ...wish } })),
    )
    assert.deepEqual(wishes.map(({ status }) => status).toSorted(), [201, 400])
    // A parent of both families gets the same.
    await stack.sql`
    insert into public.family_members (family_id, user_id, display_name, role)
    select ${scene.familyId}, user_id, 'Olaf', 'parent' from public.family_members where id = ${holm.memberId}`
    assertUsed(
      await sendGood(holm.parent, 'addReward', holm, { body: { ...newBody('addReward', holm), id: scene.rewardId } }),
    )
  },
)
