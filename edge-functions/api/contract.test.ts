import assert from 'node:assert/strict'
import { revisionHeader, routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { revisionOf } from '../../testing/commands.ts'
import { Device, parsed, assertRefusal } from '../../testing/device.ts'
import { everythingOf, goodCalls, makeAdmin, newScene, sendGood } from '../../testing/every-call.ts'
import type { Right, Scene } from '../../testing/every-call.ts'
import { kidOf, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

const names = Object.keys(routes) as RouteName[]
const withRight = (...rights: Right[]) => names.filter((name) => rights.includes(goodCalls[name].right))

/** Calls whose responses contain a credential. */
const secrets: ReadonlySet<RouteName> = new Set(['realtimeAccess', 'requestUpload', 'addPairing'])

Deno.test('There is a good call for every line of the contract, with a body where it takes one', () => {
  assert.deepEqual(Object.keys(goodCalls).toSorted(), names.toSorted())
  for (const name of names)
    assert.equal(goodCalls[name].body !== undefined, (routes[name] as Route).body !== undefined, name)
})

Deno.test('Every read of a part of the family names its revision, except parts without events', () => {
  const reads = withRight('member').filter((name) => routes[name].method === 'GET' && name !== 'practice')
  assert.deepEqual(
    names.filter((name) => (routes[name] as Route).hasRevision),
    reads,
  )
})

story(
  'Every correct call of the contract returns exactly the fields of the contract, and a change is there for the next read',
  async (stack) => {
    // Reads leave everything as it is, so they share a scene; a change gets one of its own.
    const untouched = await newScene(stack)
    await makeAdmin(stack, untouched.parent)
    const ofFamily = withRight('parent', 'person')
    for (const name of names) {
      const { method, hasRevision }: Route = routes[name]
      const scene = method === 'GET' ? untouched : await newScene(stack)
      const before = await everythingOf(stack, scene.familyId)
      const revision = String(await revisionOf(stack.sql, scene.familyId))
      const answer = await sendGood(scene.parent, name, scene)
      assert.equal(answer.status, goodCalls[name].status ?? 200, `${name}: ${answer.text}`)
      assert.equal(answer.headers.get(revisionHeader), hasRevision === true ? revision : null, name)
      assert.deepEqual(
        [answer.headers.get('content-type'), answer.headers.get('cache-control')],
        ['application/json', secrets.has(name) ? 'no-store, no-transform' : 'no-store'],
        name,
      )
      parsed(name, answer)
      if (method !== 'GET' && ofFamily.includes(name))
        assert.notDeepEqual(await everythingOf(stack, scene.familyId), before, name)
    }
  },
)

story('Without a session every call but the open ones asks to sign in, and nothing is done', async (stack) => {
  const scene = await newScene(stack)
  const before = await everythingOf(stack, scene.familyId)
  for (const name of withRight('session', 'person', 'member', 'parent', 'admin')) {
    const answer = await sendGood(new Device(stack.url), name, scene)
    assert.equal(assertRefusal(answer, 'not_signed_in').message, 'Please sign in first.', name)
    assert.deepEqual([answer.headers.getSetCookie(), answer.headers.get(revisionHeader)], [[], null], name)
  }
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
  for (const name of withRight('anyone'))
    assert.ok((await sendGood(new Device(stack.url), name, scene)).status < 300, name)
})

story("For a stranger, what is another family's is not there", async (stack) => {
  const scene = await newScene(stack)
  const [{ parent: stranger }, { parent: admin }] = [await newFamily(stack, 'Holm'), await newFamily(stack, 'Lund')]
  await makeAdmin(stack, admin)
  const before = await everythingOf(stack, scene.familyId)
  const aboutIds = [...names.filter((name) => routes[name].path.includes(':')), 'actAs'] as const
  assert.equal(aboutIds.length, 44)
  const answers = new Set<string>()
  for (const device of [stranger, admin]) {
    for (const name of aboutIds) {
      const answer = await sendGood(device, name, scene)
      assertRefusal(answer, 'not_found')
      assert.equal(answer.headers.get(revisionHeader), null, name)
      answers.add(answer.text)
    }
  }
  assert.deepEqual([...answers], ['{"code":"not_found","message":"This does not exist any more."}'])
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
})

story('A malformed id and an unknown id get the same response as a deleted entity', async (stack) => {
  const scene = await newScene(stack)
  const before = await everythingOf(stack, scene.familyId)
  const nobodys = '00000000-0000-4000-8000-000000000000'
  const wrong: Record<string, readonly string[]> = {
    completedDate: ['2026-02-30', '2026-1-1', 'today', '99999-01-01', '0000-01-01', '%00'],
  }
  const wrongIds = [
    nobodys,
    '1',
    'null',
    `${nobodys}x`,
    '%00',
    '%F0%9F%A7%B9',
    "'%20or%20true--",
    '{}',
    scene.familyId.slice(0, -1),
  ]
  for (const name of names) {
    const { path }: Route = routes[name]
    for (const [, param = ''] of path.matchAll(/:(\w+)/g)) {
      for (const id of wrong[param] ?? wrongIds) {
        const answer = await sendGood(scene.parent, name, scene, { ids: { [param]: id } })
        assert.equal(
          answer.text,
          '{"code":"not_found","message":"This does not exist any more."}',
          `${name} ${param} ${id}`,
        )
        assertRefusal(answer, 'not_found')
      }
    }
  }
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
})

/** Checks that every call that needs one of these rights is refused without an effect. */
async function mayNot(stack: TestStack, device: Device, scene: Scene, ...rights: Right[]): Promise<void> {
  const before = await everythingOf(stack, scene.familyId)
  for (const name of withRight(...rights)) {
    assert.equal(
      assertRefusal(await sendGood(device, name, scene), 'not_allowed').message,
      'Only a parent can do this.',
      name,
    )
  }
  assertRefusal(await sendGood(device, 'adminStats', scene), 403)
  assert.deepEqual(await everythingOf(stack, scene.familyId), before)
}

/** Checks that it reads the same as the parent, except a sibling's practice. */
async function readsEverything(device: Device, scene: Scene, { isMia }: { isMia: boolean }): Promise<void> {
  if (!isMia) assert.deepEqual(await device.call('practice', { memberId: scene.miaId }), [])
  for (const name of withRight('member').filter(
    (name) => routes[name].method === 'GET' && (isMia || name !== 'practice'),
  )) {
    const [seen, parents] = [await sendGood(device, name, scene), await sendGood(scene.parent, name, scene)]
    assert.deepEqual(
      [seen.status, seen.text, seen.headers.get(revisionHeader)],
      [200, parents.text, parents.headers.get(revisionHeader)],
      name,
    )
  }
  for (const name of ['currentUser', 'myFamilies', 'realtimeAccess'] as const)
    assert.equal((await sendGood(device, name, scene)).status, 200, name)
}

story("Anna's tablet manages nothing while it acts as Mia, reads everything, and does what is Mia's", async (stack) => {
  const scene = await newScene(stack)
  const tablet = await scene.device(scene.miaId)
  await makeAdmin(stack, scene.parent)
  await mayNot(stack, tablet, scene, 'parent', 'person')
  await readsEverything(tablet, scene, { isMia: true })
  assert.equal((await sendGood(tablet, 'redeemReward', scene)).status, 201)
  assert.deepEqual(await tablet.call('verifyPin', { memberId: scene.memberId }, { pin: '1234' }), { verified: false })
  assert.deepEqual(await tablet.call('actAs', {}, { memberId: scene.miaId }), { memberId: scene.miaId })
})

story(
  'A sibling with a login of its own manages nothing, reads everything but what Mia practises, and changes its own account',
  async (stack) => {
    const scene = await newScene(stack)
    const { kid } = await kidOf(stack, scene)
    await mayNot(stack, kid, scene, 'parent')
    assert.equal((await kid.refused('adminStats', {}, 'not_admin')).message, 'Only an admin can see this.')
    await readsEverything(kid, scene, { isMia: false })
    for (const name of withRight('person')) {
      // Each with a login of its own: one of these calls ends the session.
      const { kid: sibling } = await kidOf(stack, scene)
      const answer = await sendGood(sibling, name, scene)
      assert.equal(answer.status, 200, `${name}: ${answer.text}`)
    }
  },
)

story('A second parent of the family may do what the first one may', async (stack) => {
  const fatherIn = async (scene: Scene) => {
    const { kid, memberId } = await kidOf(stack, scene)
    await scene.parent.call('editMember', { memberId }, { role: 'parent' })
    return kid
  }
  const untouched = await newScene(stack)
  const reader = await fatherIn(untouched)
  for (const name of withRight('member', 'parent')) {
    // Reads leave everything as it is, so they share a scene; a change gets one of its own.
    const scene = routes[name].method === 'GET' ? untouched : await newScene(stack)
    const answer = await sendGood(scene === untouched ? reader : await fatherIn(scene), name, scene)
    assert.equal(answer.status, goodCalls[name].status ?? 200, `${name}: ${answer.text}`)
  }
})
