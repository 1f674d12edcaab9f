import assert from 'node:assert/strict'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { Device, parsed, pathOf, refusal } from '../../embedded/testing/device.ts'
import { newFamily } from '../../embedded/testing/family.ts'
import { onOneStack } from '../../embedded/testing/stack.ts'

const story = onOneStack()

const names = Object.keys(routes) as RouteName[]
const open: readonly RouteName[] = ['signup', 'login', 'logout', 'health']
const nobodysId = '00000000-0000-4000-8000-000000000000'
const ids = { familyId: nobodysId, columnId: nobodysId, questId: nobodysId }

/** Method and path of a call, with an id of nobody's wherever it asks for one. */
function target(name: RouteName): [string, string] {
  const { method, path }: Route = routes[name]
  return [method, pathOf(path, ids)]
}

story('A stranger without a session is asked to sign in by every call but the open ones', async (stack) => {
  for (const name of names.filter((name) => !open.includes(name))) {
    const answer = await new Device(stack.url).send(...target(name))
    assert.equal(refusal(answer, 'not_signed_in').message, 'Please sign in first.', name)
    assert.deepEqual(answer.headers.getSetCookie(), [], name)
  }
})

story('Another website cannot make a signed-in browser change anything', async (stack) => {
  const { parent } = await newFamily(stack)
  const changing = names.filter((name) => routes[name].method !== 'GET')
  assert.equal(changing.length, 9)
  for (const name of changing) {
    for (const origin of ['https://evil.example', 'null', `${stack.url}.evil.example`, 'http://127.0.0.1:1', 'not a url']) {
      refusal(await parent.send(...target(name), { headers: { origin } }), 'wrong_origin')
    }
    const behindProxy = { 'x-forwarded-host': 'quests.example', origin: 'https://quests.example.evil.example' }
    refusal(await parent.send(...target(name), { headers: behindProxy }), 'wrong_origin')
    for (const site of ['cross-site', 'same-site', 'none']) {
      refusal(await parent.send(...target(name), { headers: { origin: '', 'sec-fetch-site': site } }), 'wrong_origin')
    }
  }
  await parent.call('currentUser', {})
})

story('A tool that is no browser, and a page behind a proxy, may change things', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const body = { title: 'Garden', emoji: '🌱' }
  const senders: Record<string, string>[] = [
    { origin: '' },
    { origin: '', 'sec-fetch-site': 'same-origin' },
    { origin: 'https://quests.example', 'x-forwarded-host': 'quests.example', 'x-forwarded-proto': 'https' },
  ]
  for (const headers of senders) {
    const answer = await parent.ask('addColumn', { familyId }, { body, headers })
    assert.equal(answer.status, 201, answer.text)
  }
})

story('Reading needs no origin, whoever asks', async (stack) => {
  const { parent } = await newFamily(stack)
  const answer = await parent.ask('currentUser', {}, { headers: { origin: 'https://evil.example' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

story("What is no id, what does not exist and what is another family's are the same answer", async (stack) => {
  const berg = await newFamily(stack)
  const quest = await berg.addQuest('Dishes')
  const { parent: stranger } = await newFamily(stack, 'Holm')
  const sentences = new Set<string>()
  const foreign = { familyId: berg.familyId, columnId: berg.column('Done').id, questId: quest.id }
  const bodies: Partial<Record<RouteName, unknown>> = {
    addColumn: { title: 'Garden', emoji: '🌱' },
    editColumn: { title: 'Garden' },
    addQuest: { title: 'Dishes', icon: '🧹', gemValue: 1, assigneeIds: [berg.memberId], columnId: berg.column('Done').id },
    moveOrEditQuest: { columnId: berg.column('Done').id },
  }
  const withIds = names.filter((name) => routes[name].path.includes(':'))
  assert.equal(withIds.length, 9)
  for (const name of withIds) {
    const { method, path }: Route = routes[name]
    const odd = (id: string) => ({ familyId: id, columnId: id, questId: id })
    for (const params of [foreign, ids, odd('1'), odd('null'), odd(`${nobodysId}x`), odd('%00'), odd("'%20or%20true--")]) {
      const answer = await stranger.send(method, pathOf(path, params), { body: bodies[name] })
      refusal(answer, 'not_found')
      sentences.add(answer.text)
    }
  }
  assert.deepEqual([...sentences], ['{"code":"not_found","message":"This does not exist any more."}'])
  assert.deepEqual(await berg.parent.call('quests', { familyId: berg.familyId }), [quest])
  assert.deepEqual(await berg.parent.call('columns', { familyId: berg.familyId }), berg.columns)
})

story('A path that exists takes only its own methods; one that does not says so', async (stack) => {
  const { parent } = await newFamily(stack)
  for (const path of new Set(Object.values(routes).map((route) => route.path))) {
    const taken: string[] = Object.values(routes)
      .filter((route) => route.path === path)
      .map((route) => route.method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !taken.includes(method))) {
      refusal(await parent.send(method, pathOf(path, ids)), 'method_not_allowed')
    }
  }
  for (const path of ['/api/', '/api/nothing', '/api/auth/user/', '/api/auth', '/api/families', `/api/quests/${nobodysId}/more`]) {
    assert.equal(refusal(await parent.send('GET', path), 'not_found').message, 'This address does not exist.')
  }
})

story('A body that is no JSON is refused with a sentence', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  for (const body of ['', '{', 'title=Garden', '{"title":"Garden",}', new Uint8Array([0xff, 0xfe])]) {
    const answer = await parent.ask('addColumn', { familyId }, { body })
    assert.equal(refusal(answer, 'invalid_input').message, 'The request has no readable JSON body.')
  }
  for (const body of ['null', '[]', '"Garden"', '7']) refusal(await parent.ask('addColumn', { familyId }, { body }), 'invalid_input')
})

story('A body that is too large is refused, with its length said and without', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  const large = JSON.stringify({ title: 'Garden', emoji: '🌱', more: 'x'.repeat(70_000) })
  refusal(await parent.ask('addColumn', { familyId }, { body: large }), 'body_too_large')
  refusal(await parent.ask('addColumn', { familyId }, { body: inPieces(large) }), 'body_too_large')
  refusal(await new Device(stack.url).ask('signup', {}, { body: inPieces(large) }), 'body_too_large')
  const small = JSON.stringify({ title: 'Garden', emoji: '🌱' })
  assert.equal((await parent.ask('addColumn', { familyId }, { body: inPieces(small) })).status, 201)
})

/** A body of unknown length: it is sent chunk by chunk, without content-length. */
function inPieces(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += 16_000)))
    },
  })
}

story('Every answer is JSON that nobody keeps', async (stack) => {
  const { parent, familyId } = await newFamily(stack)
  for (const name of ['currentUser', 'myFamilies', 'members', 'columns', 'quests', 'health'] as const) {
    const answer = await parent.ask(name, { familyId })
    assert.deepEqual([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')], [200, 'application/json', 'no-store'], name)
    parsed(name, answer)
  }
})

story('The health call sees every part that is there', async (stack) => {
  const health = await new Device(stack.url).call('health', {})
  assert.deepEqual(health, { status: 'ok', database: 'ok', auth: 'ok', realtime: 'ok', storage: health.storage })
  assert.notEqual(health.storage, 'down')
})
