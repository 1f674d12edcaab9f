import project from '../../package.json' with { type: 'json' }
import assert from 'node:assert/strict'
import { idempotencyKeyHeader, replayedHeader, routes, takesKey } from '../../domain/contract/routes.ts'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import { FamilyEvent } from '../../domain/contract/events.ts'
import { rightOf } from '../../domain/contract/rights.ts'
import type { Right } from '../../domain/contract/rights.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { newsOf, revisionOf } from '../../testing/commands.ts'
import { Device, assertRefusal, fillPath, parsed } from '../../testing/device.ts'
import type { ApiResponse, Sent } from '../../testing/device.ts'
import { everythingOf, makeAdmin, newScene, paramsOf, senderOf, sendGood } from '../../testing/every-call.ts'
import { goodCalls } from '../../testing/good-calls.ts'
import type { Scene } from '../../testing/every-call.ts'
import { kidOf, newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOneStack()

const names = Object.keys(routes) as RouteName[]
const isRead = (name: RouteName) => routes[name].method === 'GET'
const withRight = (...rights: Right[]) => names.filter((name) => rights.includes(rightOf[name]))
const nobodysId = '00000000-0000-4000-8000-000000000000'
const gone = '{"code":"not_found","message":"This does not exist any more."}'

/** The Bergs, with everybody who asks them for something in vain. */
type House = Scene & { tablet: Device; sibling: Device; stranger: Device; admin: Device }

let house: Promise<House> | undefined

async function openHouse(stack: TestStack): Promise<House> {
  const scene = await newScene(stack)
  const tablet = await scene.device(scene.miaId)
  const { kid: sibling } = await kidOf(stack, scene)
  const [{ parent: stranger }, { parent: admin }] = [await newFamily(stack, 'Holm'), await newFamily(stack, 'Lund')]
  for (const device of [scene.parent, admin]) await makeAdmin(stack, device)
  return { ...scene, tablet, sibling, stranger, admin }
}

/** Registers a story of requests that leave the one family of all these stories as it was. */
const storyInVain = (title: string, tell: (house: House) => Promise<void>) =>
  story(title, async (stack) => {
    const opened = await (house ??= openHouse(stack))
    const before = await everythingOf(stack, opened.familyId)
    await tell(opened)
    assert.deepEqual(await everythingOf(stack, opened.familyId), before)
  })

storyInVain('Another website cannot make a signed-in browser change anything', async (house) => {
  const { parent } = house
  const refuse = async (name: RouteName, headers: Record<string, string>) =>
    assertRefusal(await sendGood(parent, name, house, { headers }), 'wrong_origin')
  for (const name of names.filter((name) => !isRead(name))) await refuse(name, { origin: 'https://evil.example' })
  for (const origin of ['null', `${parent.url}.evil.example`, 'http://127.0.0.1:1', 'not a url'])
    await refuse('addColumn', { origin })
  for (const site of ['cross-site', 'same-site', 'none'])
    await refuse('addColumn', { origin: '', 'sec-fetch-site': site })
})

storyInVain('Without a session every call but the open ones asks to sign in', async (house) => {
  for (const name of withRight('session', 'person', 'member', 'parent', 'admin')) {
    const answer = await sendGood(new Device(house.parent.url), name, house)
    assert.equal(assertRefusal(answer, 'not_signed_in').message, 'Please sign in first.', name)
    assert.deepEqual(answer.headers.getSetCookie(), [], name)
  }
})

storyInVain("For a stranger, what is another family's is not there", async (house) => {
  const aboutIds = [...names.filter((name) => routes[name].path.includes(':')), 'actAs'] as const
  assert.equal(aboutIds.length, 48)
  for (const device of [house.stranger, house.admin])
    for (const name of aboutIds) {
      const answer = await sendGood(device, name, house)
      assertRefusal(answer, 'not_found')
      assert.equal(answer.text, gone, name)
    }
})

storyInVain('A malformed id and an unknown id get the same response as a deleted entity', async (house) => {
  const refuse = async (name: RouteName, param: string, id: string) => {
    const answer = await sendGood(house.parent, name, house, { ids: { [param]: id } })
    assertRefusal(answer, 'not_found')
    assert.equal(answer.text, gone, `${name} ${param} ${id}`)
  }
  for (const name of names)
    for (const [, param = ''] of routes[name].path.matchAll(/:(\w+)/g))
      for (const id of param === 'completedDate' ? ['today', '%00'] : [nobodysId, '1']) await refuse(name, param, id)
  for (const id of [`${nobodysId}x`, '%00', '%F0%9F%A7%B9', "'%20or%20true--", '{}'])
    await refuse('editColumn', 'columnId', id)
})

storyInVain('A path takes only its own methods, and one that does not exist says so', async (house) => {
  const { parent } = house
  const all: readonly Route[] = Object.values(routes)
  for (const { path } of all) {
    // `/api/families/my` is an address of `/api/families/:familyId` too.
    const taken = all.filter((route) => new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
    const others = ['PROPFIND', 'GET', 'POST', 'DELETE'].filter((method) => taken.every((one) => one.method !== method))
    for (const method of others.slice(0, 2))
      assertRefusal(await parent.send(method, fillPath(path, paramsOf(house))), 'method_not_allowed')
  }
  for (const path of ['/api', '/api/', '/api/auth/user/', `/api/quests/${nobodysId}/more`, '/objects', '/objects/x'])
    for (const method of ['GET', 'POST', 'OPTIONS'])
      assert.equal(
        assertRefusal(await parent.send(method, path), 'unknown_address').message,
        'This address does not exist.',
      )
})

/** Checks that a device is refused each call that needs one of these rights. */
async function managesNothing(device: Device, house: House, ...rights: Right[]): Promise<void> {
  for (const name of withRight(...rights))
    assert.equal(
      assertRefusal(await sendGood(device, name, house), 'not_allowed').message,
      'Only a parent can do this.',
      name,
    )
}

/** Checks that a device reads the same as the parent, whatever website asks. */
async function readsEverything(device: Device, house: Scene, except: readonly RouteName[] = []): Promise<void> {
  for (const name of withRight('member').filter((name) => isRead(name) && !except.includes(name))) {
    const [seen, parents] = [
      await sendGood(device, name, house, { headers: { origin: 'https://evil.example' } }),
      await sendGood(house.parent, name, house),
    ]
    // The family's state says besides who reads it.
    const family = ({ text }: ApiResponse) =>
      name === 'familyState' ? { ...(JSON.parse(text) as object), seat: '', membership: {} } : text
    assert.deepEqual(
      [seen.status, family(seen), seen.headers.get('access-control-allow-origin')],
      [200, family(parents), null],
      name,
    )
  }
  for (const name of ['currentUser', 'myFamilies', 'realtimeAccess'] as const)
    assert.equal((await sendGood(device, name, house)).status, 200, name)
}

storyInVain("A sibling's own login manages nothing, and reads everything but what Mia practises", async (house) => {
  const { sibling, miaId } = house
  await managesNothing(sibling, house, 'parent')
  assert.equal((await sibling.refused('adminStats', {}, 'not_admin')).message, 'Only an admin can see this.')
  await readsEverything(sibling, house, ['practice'])
  assert.deepEqual(await sibling.call('practice', { memberId: miaId }), [])
})

story("Anna's tablet manages nothing while it acts as Mia, reads everything, and does what is Mia's", async (stack) => {
  const opened = await (house ??= openHouse(stack))
  const { tablet, familyId, memberId, miaId } = opened
  const before = await everythingOf(stack, familyId)
  await managesNothing(tablet, opened, 'parent', 'person', 'admin')
  assert.deepEqual(await everythingOf(stack, familyId), before)
  await readsEverything(tablet, opened)
  assert.equal((await sendGood(tablet, 'redeemReward', opened)).status, 201)
  assert.deepEqual(await tablet.call('verifyPin', { memberId }, { pin: '1234' }), { verified: false })
  assert.deepEqual(await tablet.call('actAs', {}, { memberId: miaId }), { memberId: miaId })
})

/** Creates a body of unknown length, which is sent in chunks without content-length. */
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

const garden = { title: 'Garden', emoji: '🌱' }
const small = JSON.stringify({ title: 'Garden', emoji: 'x' })
const ofType = (type: string): Sent => ({ body: small, headers: { 'content-type': type } })
const notJson = ['not_json', 'This address takes JSON only.'] as const
const unreadable = ['invalid_input', 'The request has no readable JSON body.'] as const
const tooLarge = ['body_too_large', 'This is too much at once.'] as const
const hidden = 'This contains a hidden character. Please type it by hand'
const noDay = 'A day looks like 2026-01-31'

const wrongBodies: (readonly [sent: () => Sent, code: ErrorCode, sentence: string])[] = [
  // Bytes get no type of their own where none is named.
  ...['', 'text/plain', 'multipart/form-data', 'application/jsonp', 'text/json'].map(
    (type) => [() => ({ ...ofType(type), body: new TextEncoder().encode(small) }), ...notJson] as const,
  ),
  ...['', '{', '{"title":"Garden",}', "{'title':'Garden'}", '[]'.padStart(103, '[').padEnd(204, ']')].map(
    (body) => [() => ({ body }), ...unreadable] as const,
  ),
  [() => ({ body: new Uint8Array([0xff, 0xfe, 0x00]) }), ...unreadable],
  [() => ({ body: small.padEnd(65_537) }), ...tooLarge],
  [() => ({ body: inPieces(small.padEnd(65_537)) }), ...tooLarge],
  // Refusals by a schema, and of half of a surrogate pair, which is found before it.
  [() => ({ body: { ...garden, emoji: '' } }), 'emoji_required', 'An emoji is required'],
  [() => ({ body: '{"title":"Mi\\ud800a","emoji":"x"}' }), 'unkeepable_character', hidden],
]

storyInVain('A body or a query that is wrong is refused with the sentence for it', async (house) => {
  const { parent, familyId } = house
  for (const [sent, code, sentence] of wrongBodies)
    assert.equal(assertRefusal(await sendGood(parent, 'addColumn', house, sent()), code).message, sentence)
  for (const sent of [ofType('text/plain'), { body: new Uint8Array([0x7b, 0x7d]) }])
    assertRefusal(
      await sendGood(parent, 'logoutEverywhere', house, { ...sent, headers: { 'content-type': '' } }),
      'not_json',
    )
  const { message } = await parent.refused('moveOrEditQuest', house, 'invalid_input', { completedDate: 'today' })
  assert.equal(message, noDay, 'that of the schema for its fields')
  for (const [query, sentence] of [
    ['', noDay],
    ['?startDate=2026-01-01&endDate=2026-03-01%00', noDay],
    ['?startDate=2026-01-02&endDate=2026-01-01', 'The first day comes after the last one'],
    ['?startDate=2026-01-01&endDate=2026-01-01&memberId=x', 'There is no field "memberId" in this call.'],
  ] as const) {
    const answer = await parent.send('GET', `${fillPath(routes.completions.path, { familyId })}${query}`)
    assert.equal(assertRefusal(answer, 'invalid_input').message, sentence, query)
  }
})

storyInVain(
  "A refusal by the family's rules has its sentence, with the numbers that the database tells",
  async (house) => {
    const done = { columnId: house.column('Done').id }
    const { redemptionId, memberId } = house
    const cases: [RouteName, Sent & { ids?: Record<string, string> }, ErrorCode, sentence: string][] = [
      [
        'deleteColumn',
        { ids: done },
        'column_not_empty',
        'This column contains 2 quest(s). Please move or delete them first.',
      ],
      [
        'editColumn',
        { ids: done, body: { isSomeday: true } },
        'last_column_not_someday',
        'The last column is for what is done. It cannot be for someday.',
      ],
      [
        'redeemReward',
        { body: { redemptionId, memberId } },
        'invalid_input',
        'This redemptionId was used for something else.',
      ],
      [
        'practise',
        { body: { game: 'word-pop', item: 'dinosaur', answer: 'right', day: house.today } },
        'invalid_input',
        'This game does not ask for that.',
      ],
    ]
    for (const [name, sent, code, sentence] of cases)
      assert.equal(assertRefusal(await sendGood(house.parent, name, house, sent), code).message, sentence)
  },
)

story(
  'A good call is taken from tools and through proxies, of any spelling and size that is allowed',
  async (stack) => {
    const { parent, familyId, columns } = await newFamily(stack)
    const proxied = { origin: 'https://quests.example', 'x-forwarded-host': 'quests.example' }
    const sent: Sent[] = [
      { headers: { origin: '' } },
      { headers: { origin: '', 'sec-fetch-site': 'same-origin' } },
      { headers: { ...proxied, 'x-forwarded-proto': 'https' } },
      // A proxy that does not say that it serves https.
      { headers: proxied },
      ...['Application/JSON; charset=utf-8', 'application/json ; x=y'].map(ofType),
      { body: small.padEnd(65_536) },
      { body: inPieces(small.padEnd(65_536)) },
    ]
    for (const { body = garden, headers = {} } of sent) {
      const prefix = headers['x-forwarded-proto'] === 'https' ? '__Host-' : ''
      const cookie = [...parent.cookies].map(([name, value]) => `${prefix}${name}=${value}`).join('; ')
      const answer = await parent.ask('addColumn', { familyId }, { body, headers: { ...headers, cookie } })
      assert.equal(answer.status, 201, answer.text)
    }
    // A call without a body takes none to heart.
    const answer = await parent.ask(
      'deleteColumn',
      { columnId: columns[0]?.id ?? '' },
      { body: { familyId: 'another' } },
    )
    assert.equal(answer.status, 200)
  },
)

story('The health call sees every part that is there', async (stack) => {
  const health = await new Device(stack.url).call('health', {})
  assert.deepEqual(health, {
    status: 'ok',
    version: project.version,
    database: 'ok',
    auth: 'ok',
    realtime: 'ok',
    storage: health.storage,
    caller: '127.0.0.1',
    databaseTls: null,
  })
  assert.notEqual(health.storage, 'down')
})

/** Calls whose responses contain a credential. */
const secrets: ReadonlySet<RouteName> = new Set(['realtimeAccess', 'requestUpload', 'addPairing'])

/** Asserts that a correct call was done, not replayed, and answered with exactly the fields of the contract. */
function assertGood(name: RouteName, answer: ApiResponse): void {
  const route: Route = routes[name]
  assert.equal(answer.status, route.status ?? 200, `${name}: ${answer.text}`)
  assert.deepEqual(
    ['content-type', 'cache-control', replayedHeader].map((header) => answer.headers.get(header)),
    ['application/json', secrets.has(name) ? 'no-store, no-transform' : 'no-store', null],
    name,
  )
  parsed(name, answer)
}

storyInVain('Every correct read returns exactly the fields of the contract', async (house) => {
  for (const name of names.filter(isRead)) assertGood(name, await sendGood(house.parent, name, house))
})

/** All changes, in an order in which each can be done in one family. */
const inOrder: readonly RouteName[] = [
  ...(['signup', 'login', 'logout', 'resendConfirmation', 'recover', 'readMailedLink', 'followMailedLink'] as const),
  ...(['cleanUp', 'join', 'addPairing', 'setDeviceUse', 'renameDevice', 'actAs', 'requestUpload'] as const),
  ...(['editProfile', 'setProfileImage', 'dismissWrongPins', 'editFamily'] as const),
  ...(['addMember', 'editMember', 'setAvatar', 'verifyPin', 'setPin', 'addGemEntry'] as const),
  ...(['practise', 'finishPractice', 'forgetPractice'] as const),
  ...(['redeemReward', 'decideRedemption', 'putBackRedemption', 'addReward', 'editReward', 'deleteReward'] as const),
  ...(['orderColumns', 'deleteColumn', 'editColumn', 'addColumn'] as const),
  ...(['addAbsence', 'editAbsence', 'deleteAbsence'] as const),
  ...(['searchArchivedQuests', 'addQuest', 'undoCompletion', 'moveOrEditQuest', 'deleteQuest'] as const),
  ...(['changePassword', 'logoutEverywhere', 'endDevice', 'removeMember', 'deleteFamily'] as const),
]

Deno.test('Every change of the contract is among those that are done in order', () =>
  assert.deepEqual(inOrder.toSorted(), names.filter((name) => !isRead(name)).toSorted()))

const sendChange = (device: Device, name: RouteName, scene: Scene, sent: Sent) =>
  // The scene's own column has quests by then.
  sendGood(
    device,
    name,
    scene,
    name === 'deleteColumn' ? { ...sent, ids: { columnId: scene.column('To Do').id } } : sent,
  )

const countKeys = async ({ sql }: TestStack, key: string) =>
  (await sql`select from private.idempotency_keys where key = ${key}`).count

/** Returns all effects of a change: rows, revision and events. */
const effectsIn = async (stack: TestStack, { familyId }: Scene) => ({
  rows: await everythingOf(stack, familyId),
  revision: await revisionOf(stack.sql, familyId),
  news: await newsOf(stack.sql, familyId, 0),
})

story(
  'Every correct change returns the fields of the contract and what is announced, changes something, and happens once for its key',
  async (stack) => {
    const scene = await newScene(stack)
    const [another, ofMia] = [await scene.device(), await scene.device()]
    let before = await effectsIn(stack, scene)
    for (const name of inOrder.filter((name) => name !== 'changePassword' && name !== 'logoutEverywhere')) {
      const [right, body] = [rightOf[name], goodCalls[name]?.body]
      const key = crypto.randomUUID()
      const sent = { headers: { [idempotencyKeyHeader]: key }, ...(body && { body: body(scene) }) }
      const sender = right === 'session' ? ofMia : senderOf(name, scene)
      const first = await sendChange(sender, name, scene, sent)
      assertGood(name, first)
      const effects = await effectsIn(stack, scene)
      if (['parent', 'person'].includes(right)) assert.notDeepEqual(effects.rows, before.rows, name)
      const { events = [] }: { events?: unknown[] } = JSON.parse(first.text)
      const news = effects.news
        .filter(({ payload }) => Number(payload['revision']) > before.revision)
        .map(({ event, payload }) => ({ type: event, ...payload }))
      if (right !== 'anyone') assert.deepEqual(news, events, `${name} is announced as it is answered`)
      assert.deepEqual(
        news.map((event) => FamilyEvent.parse(event)),
        news,
        name,
      )
      assert.equal(await countKeys(stack, key), takesKey(name) ? 1 : 0, name)
      before = effects
      if (!takesKey(name)) continue
      for (const device of [scene.parent, another]) {
        const again = await sendChange(device, name, scene, sent)
        assert.deepEqual(
          [again.status, again.text, again.headers.get(replayedHeader)],
          [first.status, first.text, 'true'],
          name,
        )
      }
      assert.deepEqual(await effectsIn(stack, scene), effects, name)
    }
  },
)

story('A second parent may do what the first one may, and each login what concerns itself', async (stack) => {
  const scene = await newScene(stack)
  const { kid: father, memberId } = await kidOf(stack, scene)
  await scene.parent.call('editMember', { memberId }, { role: 'parent' })
  const { kid: sibling } = await kidOf(stack, scene)
  await readsEverything(father, scene)
  for (const name of withRight('parent').filter(isRead)) assertGood(name, await sendGood(father, name, scene))
  for (const name of inOrder) {
    const right = rightOf[name]
    const devices = right === 'person' ? [sibling, scene.parent] : [father]
    if (right !== 'anyone' && right !== 'session')
      for (const device of devices) assertGood(name, await sendChange(device, name, scene, {}))
  }
})
