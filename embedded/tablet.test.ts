import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rightOf } from '#domain/contract/rights.ts'
import { routes } from '#domain/contract/routes.ts'
import type { Route, RouteName } from '#domain/contract/routes.ts'
import { samplePictures } from '../testing/sample-pictures.ts'
import { supabaseAuthCalls, supabaseStorageCalls } from './calls.ts'
import { RawClient } from '../testing/realtime/raw-client.ts'
import type { ChannelReply } from '../testing/realtime/raw-client.ts'
import { Device, fillPath } from '../testing/device.ts'
import type { ApiResponse } from '../testing/device.ts'
import { everythingOf, newScene, paramsOf, queryOf } from '../testing/every-call.ts'
import { goodCalls } from '../testing/good-calls.ts'
import type { Scene } from '../testing/every-call.ts'
import { face, familyOn, newAddress, pairedDevice, password } from '../testing/family.ts'
import { sessionTokenOf } from '../testing/tokens.ts'
import { onOneStack } from '../testing/stack.ts'
import type { TestStack } from '../testing/stack.ts'
import { until } from '../testing/until.ts'

const story = onOneStack()
const page = fileURLToPath(new URL('../docs/permissions.md', import.meta.url))

/** A tablet that acts as Mia, with all cookies and tokens that Mia can find on it. */
type Tablet = { scene: Scene; tablet: Device; liveToken: string; stack: TestStack; unchanged(): Promise<void> }

/** Anna signed in on it and chose Mia, or it was paired for Mia by a code. */
async function handedOver(stack: TestStack, isPaired = false): Promise<Tablet> {
  const scene = await newScene(stack)
  await scene.parent.call('setPin', { memberId: scene.memberId }, { pin: '9753' })
  const picture = await face(scene.parent, scene.miaId)
  const tablet = isPaired ? (await pairedDevice(scene)).tablet : await scene.device(scene.miaId)
  if (isPaired) await tablet.call('setDeviceUse', {}, { use: 'children', memberIds: [scene.miaId] })
  const { token } = await tablet.call('realtimeAccess', {})
  const before = await everythingOf(stack, scene.familyId)
  const unchanged = async () => assert.deepEqual(await everythingOf(stack, scene.familyId), before)
  return { scene: { ...scene, picture }, tablet, liveToken: token, stack, unchanged }
}

const outcomeOf = ({ status, text }: ApiResponse) => {
  assert.ok(status < 500, text)
  const code = /"(?:code|error|error_code)":\s*"(\w[\w ]*)"/.exec(text)?.[1]
  return status < 300 ? `${status}` : `${status}${code === undefined ? '' : ` ${code}`}`
}

/** The name of a call, and what came back. */
type Line = readonly string[]

/** The lines of a table whose cells are those of the same call on each of the tablets. */
const rowsOf = (...tablets: readonly (readonly Line[])[]) =>
  (tablets[0] ?? [])
    .map(([call = ''], index) => {
      assert.ok(tablets.every((lines) => lines[index]?.[0] === call))
      return `| ${[call, ...tablets.flatMap((lines) => lines[index]?.slice(1) ?? [])].join(' | ')} |`
    })
    .join('\n')

const guesses = ({ email }: Scene): Partial<Record<RouteName, Record<string, unknown>>> => ({
  login: { email, password: 'guessed' },
  join: { code: 'BCDFGHJK' },
  readMailedLink: { link: { type: 'recovery', token: 'guessed' } },
  followMailedLink: { link: { type: 'recovery', token: 'guessed' }, password: 'now-it-is-mine' },
})

/**
 * Each call of the app, as the tablet's own cookies may make it. What only reads or changes what is Mia's comes last:
 * it may.
 */
async function callsOfTheApp({ scene, tablet, unchanged }: Tablet): Promise<Line[]> {
  const lines: Line[] = []
  const names = Object.keys(routes) as RouteName[]
  const mias: readonly RouteName[] = [
    'practise',
    'finishPractice',
    'redeemReward',
    'putBackRedemption',
    'undoCompletion',
    'actAs',
    'verifyPin',
  ]
  const leaves: readonly RouteName[] = ['logout']
  const ofOthers = names.filter((name) => !mias.includes(name) && !leaves.includes(name))
  for (const name of ofOthers) lines.push(await lineOf(name))
  // A sign-up and a sign-in use nothing that Mia holds.
  await unchanged()
  for (const name of [...mias, ...leaves]) lines.push(await lineOf(name))
  return lines.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))

  async function lineOf(name: RouteName): Promise<Line> {
    const { method, path }: Route = routes[name]
    // Calls that need no session are made without one.
    const device = rightOf[name] === 'anyone' && name !== 'logout' ? new Device(tablet.url) : tablet
    const filled = fillPath(path, { ...paramsOf(scene), ...queryOf(name, scene) })
    const sent = guesses(scene)[name] ?? goodCalls[name]?.body?.(scene)
    const answer = await device.send(method, filled, sent === undefined ? {} : { body: sent })
    return [`\`${method} ${path}\``, outcomeOf(answer)]
  }
}

type ServiceCall = { call: string; method: string; path: string; body: unknown; headers?: Record<string, string> }

/** The calls of a service, with what the tablet holds: its live token, or one of its cookies in place of a token. */
async function linesOfService(handed: Tablet, calls: readonly ServiceCall[]): Promise<Line[]> {
  const { tablet, liveToken, stack, unchanged } = handed
  const lines: Line[] = []
  for (const { call, method, path, body, headers = {} } of calls) {
    const cells: string[] = []
    for (const token of [liveToken, cookieOf(tablet)]) {
      const answer = await new Device(tablet.url).send(method, path, {
        headers: { apikey: stack.keys.publishableKey, authorization: `Bearer ${token}`, ...headers },
        ...(method === 'GET' ? {} : { body }),
      })
      cells.push(`${outcomeOf(answer)}${answer.text === '[]' ? ' nothing' : ''}`)
    }
    lines.push([`\`${method} ${call}\``, ...cells])
    await unchanged()
  }
  return lines
}

const cookieOf = ({ cookies }: Device) => cookies.get('bq_access') ?? cookies.get('bq_paired') ?? ''

/** Each call of Auth. */
async function callsOfAuth(handed: Tablet): Promise<Line[]> {
  const { scene, tablet } = handed
  const bodies: Record<string, unknown> = {
    'POST /signup': { email: scene.email, password },
    'POST /token': { refresh_token: tablet.cookies.get('bq_refresh') ?? '' },
    'PUT /user': { password: 'now-it-is-mine', current_password: password },
    'POST /verify': { type: 'recovery', token_hash: '123456' },
    'POST /resend': { type: 'signup', email: scene.email },
    'POST /recover': { email: newAddress('nobody') },
    'POST /invite': { email: newAddress('emil') },
  }
  const queries: Record<string, string> = {
    'POST /token': '?grant_type=refresh_token',
    'POST /logout': '?scope=global',
    'GET /verify': '?type=recovery&token=123456',
  }
  const calls = Object.values(supabaseAuthCalls).map(([method, path]) => {
    const whole = `/auth/v1${path}${queries[`${method} ${path}`] ?? ''}`
    return { call: whole, method, path: whole, body: bodies[`${method} ${path}`] ?? {} }
  })
  const lines = await linesOfService(handed, calls)
  await scene.parent.call('currentUser', {})
  return lines
}

/** Each call of Storage, about Mia's own face. */
async function callsOfStorage(handed: Tablet): Promise<Line[]> {
  const { scene, stack } = handed
  const name = scene.picture.replace('/objects/', '')
  const objects = () => stack.sql`select name, version from storage.objects order by name`
  const before = await objects()
  const calls = Object.values(supabaseStorageCalls).map(([method, path]) => ({
    call: `/storage/v1${path}`,
    method,
    path: `/storage/v1${path.replace(':bucket', 'avatars').replace(':name', name)}`,
    ...(path === '/object/upload/sign/:bucket/:name' && method === 'PUT'
      ? { body: samplePictures['image/webp'], headers: { 'content-type': 'image/webp' } }
      : { body: path === '/object/:bucket' && method === 'DELETE' ? { prefixes: [name] } : {} }),
  }))
  const lines = await linesOfService(handed, calls)
  assert.deepEqual(await objects(), before)
  return lines
}

/** A raw socket with the publishable key, as any page can open one. */
const openSocket = ({ tablet, stack }: Tablet) =>
  RawClient.open(
    `${tablet.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${stack.keys.publishableKey}&vsn=2.0.0`,
  )

/** Counts the messages of others that a socket receives on each topic. */
function countHeard(client: RawClient): (topic: string) => number {
  const heard: string[] = []
  return (topic) => {
    heard.push(
      ...client.inbox
        .rest()
        .flatMap((message) => (['broadcast', 'presence_diff'].includes(message.event) ? [message.topic] : [])),
    )
    return heard.filter((each) => each === `realtime:${topic}`).length
  }
}

/** Each message of the live connection, and whether the family's other screens receive it. */
async function messagesOfTheSocket(handed: Tablet): Promise<Line[]> {
  const { scene, tablet, liveToken, stack } = handed
  const { topic, devicesTopic } = await tablet.call('realtimeAccess', {})
  const foreign = (await familyOn(stack.url, 'Holm')).familyId
  const kitchen = await openSocket(handed)
  const own = await openSocket(handed)
  const heard = countHeard(kitchen)
  const forged = { revision: Number.MAX_SAFE_INTEGER, questId: scene.questId }
  const lines: Line[] = []
  const join = (client: RawClient, name: string, token: string, config: Record<string, unknown> = {}) =>
    client.join(`realtime:${name}`, { presence: { enabled: true }, ...config }, token)
  const note = (message: string, answer: ChannelReply | undefined, isHeard?: boolean) => {
    const reason = answer?.response['reason']
    const said = typeof reason === 'string' ? reason.split(':')[0] : answer?.status
    lines.push([message, said ?? 'none', isHeard === undefined ? '' : isHeard ? 'yes' : 'no'])
  }
  try {
    const { token: parents } = await scene.parent.call('realtimeAccess', {})
    for (const name of [topic, devicesTopic]) await join(kitchen, name, parents)
    for (const [name, shown] of [
      [topic, '`family:` of its family'],
      [devicesTopic, '`family-devices:` of its family'],
      [`family:${foreign}`, '`family:` of another family'],
      [`family-devices:${foreign}`, '`family-devices:` of another family'],
    ] as const) {
      const each = await openSocket(handed)
      note(`join ${shown}`, await join(each, name, liveToken))
      await each.close()
    }
    for (const [what, token, config] of [
      ['as a public channel', liveToken, { private: false }],
      ['with a cookie as a token', cookieOf(tablet), {}],
      ['with the key alone', stack.keys.publishableKey, {}],
    ] as const) {
      const each = await openSocket(handed)
      note(`join \`family:\` of its family ${what}`, await join(each, topic, token, config))
      await each.close()
    }
    for (const name of [topic, devicesTopic]) await join(own, name, liveToken)
    const track = { type: 'presence', event: 'track', payload: { member: scene.memberId } }
    const speak = async (name: string) => {
      own.say(`realtime:${name}`, 'quest.saved', forged)
      return undefined
    }
    const appear = (name: string) => own.reply(own.send(`realtime:${name}`, 'presence', track))
    for (const [message, name, say] of [
      ['`broadcast` of a change on `family:`', topic, speak],
      ['`presence` on `family:`', topic, appear],
      ['`broadcast` on `family-devices:`', devicesTopic, speak],
      ['`presence` on `family-devices:`', devicesTopic, appear],
    ] as const) {
      const before = { ofFamily: heard(topic), ofDevices: heard(devicesTopic) }
      const answer = await say(name)
      // Messages arrive in order: once the next event has arrived, so has everything sent before it.
      await scene.parent.call('moveOrEditQuest', { questId: scene.questId }, { title: `Dishes ${lines.length}` })
      await until(async () => heard(topic) > before.ofFamily)
      if (name === devicesTopic) await until(async () => heard(devicesTopic) > before.ofDevices)
      note(message, answer, heard(topic) > before.ofFamily + 1 || heard(devicesTopic) > before.ofDevices)
    }
    for (const [what, bearer] of [
      ['live token', liveToken],
      ['key alone', stack.keys.publishableKey],
    ] as const) {
      const before = heard(topic)
      const { status } = await new Device(tablet.url).send('POST', '/realtime/v1/api/broadcast', {
        headers: { apikey: stack.keys.publishableKey, authorization: `Bearer ${bearer}` },
        body: { messages: [{ topic, event: 'quest.saved', payload: forged, private: true }] },
      })
      await scene.parent.call('moveOrEditQuest', { questId: scene.questId }, { title: `Dishes ${lines.length}` })
      await until(async () => heard(topic) > before)
      lines.push([
        `\`POST /realtime/v1/api/broadcast\` of a change on \`family:\`, ${what}`,
        String(status),
        heard(topic) > before + 1 ? 'yes' : 'no',
      ])
    }
  } finally {
    await Promise.all([kitchen.close(), own.close()])
  }
  return lines
}

const preface = `<!-- Written by embedded/tablet.test.ts, which fails when this differs from what it measures:
     npm run generate -->

# What a tablet in the hands of a child can do

On one tablet a parent signed in, chose Mia, and handed it over. The other one was paired for Mia by a code and has no
account. Somebody who looks into the browser finds sealed cookies, three on the first and one on the second, which only
the function can open, the publishable key, which is no secret, and the token of the live connection, whose subject is the
session and no account. Each call of each service was made with them; after each of them the account, the family, its
sessions and pictures were as before, but for what a child may do with its own quests, rewards and practice.
`

async function linesOf(stack: TestStack, isPaired: boolean) {
  const handed = await handedOver(stack, isPaired)
  const auth = await callsOfAuth(handed)
  const storage = await callsOfStorage(handed)
  const apps = await callsOfTheApp(handed)
  return { auth, storage, apps, sockets: await messagesOfTheSocket(await handedOver(stack, isPaired)) }
}

story('docs/permissions.md says what a tablet in the hands of a child could do just now', async (stack) => {
  const tablets = await Promise.all([false, true].map((isPaired) => linesOf(stack, isPaired)))
  const rows = (part: keyof (typeof tablets)[0]) => rowsOf(...tablets.map((lines) => lines[part]))
  const measured = `${preface}
## With its cookies

| call | signed in | paired |
|---|---|---|
${rows('apps')}

## At the auth service

| call | live token | cookie as a token | paired: live token | paired: cookie |
|---|---|---|---|---|
${rows('auth')}

## At the storage service

| call | live token | cookie as a token | paired: live token | paired: cookie |
|---|---|---|---|---|
${rows('storage')}

## On the live connection

Joins are made with the live token, unless the line says otherwise. \`family:\` is where the database speaks, \`family-devices:\` where
devices say who is here and which card is lifted.

| message | answer | others hear it | paired: answer | paired: others hear it |
|---|---|---|---|---|
${rows('sockets')}
`
  const before = await readFile(page, 'utf8')
  const begin = before.indexOf(preface.split('\n', 1)[0] ?? '')
  const whole = `${begin === -1 ? `${before.trimEnd()}\n\n` : before.slice(0, begin)}${measured}`
  if (Deno.env.get('UPDATE_DOCS') === '1') await writeFile(page, whole)
  assert.deepEqual((await readFile(page, 'utf8')).split('\n'), whole.split('\n'), 'To write it: npm run generate')
})

story('Even the token that its sealed cookie holds changes nothing of the account', async (stack) => {
  const { tablet, unchanged } = await handedOver(stack)
  const authorization = `Bearer ${await sessionTokenOf(stack, tablet)}`
  const headers = { apikey: stack.keys.publishableKey, authorization }
  for (const [method, path] of [
    ['PUT', '/auth/v1/user'],
    ['POST', '/auth/v1/logout?scope=global'],
  ] as const) {
    const body = { password: 'now-it-is-mine', current_password: password }
    assert.equal(outcomeOf(await tablet.send(method, path, { headers, body })), '403 no_authorization')
  }
  await unchanged()
})

story('The metadata of a user is limited to a kilobyte, because each of their tokens would carry it', async (stack) => {
  const { parent, email } = await newScene(stack)
  const write = (data: object) =>
    stack.sql`update auth.users set raw_user_meta_data = raw_user_meta_data || ${stack.sql.json({ ...data })} where email = ${email}`
  await write({ much: 'x'.repeat(800) })
  await assert.rejects(write({ more: 'x'.repeat(800) }), /User data can hold at most 1 kB/)
  const signup = { email: newAddress(), password, data: { much: 'x'.repeat(4000) } }
  assert.equal(
    (
      await new Device(stack.url).send('POST', '/auth/v1/signup', {
        headers: { apikey: stack.keys.publishableKey },
        body: signup,
      })
    ).status,
    422,
  )
  parent.cookies.delete('bq_access')
  await parent.call('currentUser', {})
  for (const value of parent.cookies.values()) assert.ok(value.length < 3500, String(value.length))
})
