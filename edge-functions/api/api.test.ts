import assert from 'node:assert/strict'
import { pathParams } from '../../domain/contract/ids.ts'
import { routes } from '../../domain/contract/routes.ts'
import type { Route, RouteName } from '../../domain/contract/routes.ts'
import { Device, fillPath, assertRefusal } from '../../testing/device.ts'
import { newFamily } from '../../testing/family.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

const names = Object.keys(routes) as RouteName[]
const nobodysId = '00000000-0000-4000-8000-000000000000'
const ids = {
  ...Object.fromEntries(Object.keys(pathParams).map((name) => [name, nobodysId])),
  completedDate: '2026-01-31',
}

const all: readonly Route[] = Object.values(routes)
/** Whether an address matches a route: `/api/families/my` matches `/api/families/:familyId` too. */
const leadsTo = ({ path }: Route, address: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(address)

/** Returns the method and path of a call, with unknown ids. */
function target(name: RouteName): [string, string] {
  const { method, path }: Route = routes[name]
  return [method, fillPath(path, ids)]
}

story('Another website cannot make a signed-in browser change anything', async (stack) => {
  const { parent } = await newFamily(stack)
  const changing = names.filter((name) => routes[name].method !== 'GET')
  assert.equal(changing.length, 47)
  for (const name of changing) {
    for (const origin of [
      'https://evil.example',
      'null',
      `${stack.url}.evil.example`,
      'http://127.0.0.1:1',
      'not a url',
    ]) {
      assertRefusal(await parent.send(...target(name), { headers: { origin } }), 'wrong_origin')
    }
    const behindProxy = { 'x-forwarded-host': 'quests.example', 'x-forwarded-proto': 'https' }
    for (const origin of [
      'https://quests.example.evil.example',
      // A page of plain http, which anybody in the network can write.
      'http://quests.example',
      'http://quests.example:443',
      'https://quests.example:8443',
      'ftp://quests.example',
    ]) {
      assertRefusal(await parent.send(...target(name), { headers: { ...behindProxy, origin } }), 'wrong_origin')
    }
    for (const site of ['cross-site', 'same-site', 'none']) {
      assertRefusal(
        await parent.send(...target(name), { headers: { origin: '', 'sec-fetch-site': site } }),
        'wrong_origin',
      )
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
    // A proxy that does not say that it serves https.
    { origin: 'https://quests.example', 'x-forwarded-host': 'quests.example' },
    // The same address in other spellings, which some proxies pass on.
    ...['quests.example:443', 'QUESTS.example', 'Quests.Example:443'].map((host) => ({
      origin: 'https://quests.example',
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
    })),
    { origin: 'http://quests.example', 'x-forwarded-host': 'quests.example:80', 'x-forwarded-proto': 'http' },
    { origin: 'http://quests.example:8080', 'x-forwarded-host': 'QUESTS.example:8080' },
  ]
  for (const headers of senders) {
    const prefix = headers['x-forwarded-proto'] === 'https' ? '__Host-' : ''
    const cookie = [...parent.cookies].map(([name, value]) => `${prefix}${name}=${value}`).join('; ')
    const answer = await parent.ask('addColumn', { familyId }, { body, headers: { ...headers, cookie } })
    assert.equal(answer.status, 201, answer.text)
  }
})

story('Reading needs no origin, whoever asks', async (stack) => {
  const { parent } = await newFamily(stack)
  const answer = await parent.ask('currentUser', {}, { headers: { origin: 'https://evil.example' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

story('A path that exists takes only its own methods; one that does not says so', async (stack) => {
  const { parent } = await newFamily(stack)
  for (const { path } of all) {
    const taken = all.filter((route) => leadsTo(route, path)).map(({ method }) => method)
    assert.ok(taken.length > 0)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'].filter(
      (method) => !taken.some((one) => one === method),
    )) {
      for (const device of [parent, new Device(stack.url)])
        assertRefusal(await device.send(method, fillPath(path, ids)), 'method_not_allowed')
    }
  }
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/nothing.json',
    '/api/auth/user/',
    '/api/auth',
    '/api/families',
    `/api/quests/${nobodysId}/more`,
    '/objects',
    '/objects/',
    '/objects/nothing',
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      assert.equal(
        assertRefusal(await parent.send(method, path), 'unknown_address').message,
        'This address does not exist.',
      )
    }
  }
})

story('The health call sees every part that is there', async (stack) => {
  const health = await new Device(stack.url).call('health', {})
  assert.deepEqual(health, {
    status: 'ok',
    database: 'ok',
    auth: 'ok',
    realtime: 'ok',
    storage: health.storage,
    caller: '127.0.0.1',
    databaseTls: null,
  })
  assert.notEqual(health.storage, 'down')
})
