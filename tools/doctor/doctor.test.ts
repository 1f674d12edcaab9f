import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { onOwnStack } from '../../embedded/testing/stack.ts'
import { behind, makeAppFolder, selfHosted, withCookies, withJson, without } from './testing/front.ts'
import type { Frame, Front } from './testing/front.ts'
import { noAccount } from './account.ts'
import { checks, newVisit } from './checks.ts'
import { templatesCheck } from './mails.ts'
import { runChecks } from './visit.ts'
import type { Verdict } from './visit.ts'

const appFolder = await makeAppFolder()
Deno.test.afterAll(() => Deno.remove(appFolder, { recursive: true }))

const story = onOwnStack({ appFolder })
const confirmedStory = onOwnStack({ appFolder, confirmations: true })

const look = (address: string, account?: { email: string; password: string }, authUrl?: string) =>
  runChecks(newVisit(address, { account, authUrl }), [...checks.looks, checks.leavesNothing], () => {})
const ill = (verdicts: readonly Verdict[]) => verdicts.flatMap((verdict) => (verdict.outcome === 'ill' ? [verdict.name] : []))
const seen = (verdicts: readonly Verdict[]) => verdicts.flatMap((verdict) => (verdict.outcome === 'ill' ? [`${verdict.name}: ${verdict.seen}`] : [])).join('\n')

const families = async (sql: { unsafe(query: string): PromiseLike<unknown[]> }) => (await sql.unsafe('select from public.families')).length

story('A healthy installation is found well, and nothing of the visit is left', async (stack) => {
  const before = await families(stack.sql)
  const verdicts = await look(stack.url)
  assert.equal(seen(verdicts), '')
  assert.ok(verdicts.length >= 10)
  assert.equal(await families(stack.sql), before)
  const { count } = await stack.sql`select from auth.users where email like 'visit-%'`
  assert.equal(count, 0)
})

story('With an account of its own it makes no family, and leaves that one as it was', async (stack) => {
  const account = { email: 'operator@family.example', password: 'bubbles-and-gems' }
  await fetch(`${stack.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Olga', lastName: 'Operator', ...account }),
  }).then((response) => response.body?.cancel())
  const everything = () =>
    stack.sql`select m.avatar_seed, c.title from public.family_members m join public.quest_columns c using (family_id) where m.display_name = 'Olga' order by c.position`
  const [before, count] = [[...(await everything())], await families(stack.sql)]
  assert.equal(seen(await look(stack.url, account)), '')
  assert.deepEqual([...(await everything())], before)
  assert.equal(await families(stack.sql), count)
  assert.deepEqual(ill(await look(stack.url, { ...account, password: 'wrong' })).slice(0, 1), ['Cookies arrive, are safe, and return'])
})

const troubles: [what: string, answer: NonNullable<Front['answer']>, name: string, sentence: RegExp][] = [
  [
    'an address that shows something else',
    (_, path) => (path === '/login' ? new Response('Not found', { status: 404 }) : undefined),
    'The app is there',
    /\/login answered 404/,
  ],
  [
    'a page in place of a file that is missing',
    (_, path) => (path.startsWith('/assets/') ? new Response('<!doctype html><div id="app"></div>') : undefined),
    'The app is there',
    /\/assets\/missing-00000000\.js, which is not there, answered 200/,
  ],
  [
    'a missing file that is missing for a year',
    (_, path) =>
      path.startsWith('/assets/') ? new Response('Not found', { status: 404, headers: { 'cache-control': 'public, max-age=31536000, immutable' } }) : undefined,
    'The app is there',
    /may be kept as that: public, max-age=31536000, immutable/,
  ],
  ...['confirmation', 'invite', 'recovery'].map((name): (typeof troubles)[number] => [
    `a site without the template of one mail: ${name}`,
    (_, path) => (path === `/mails/${name}.html` ? new Response('Not found', { status: 404 }) : undefined),
    templatesCheck.name,
    new RegExp(`^/mails/${name}\\.html answered 404\\.$`),
  ]),
  [
    'the page in place of the template of a mail',
    (_, path) => (path === '/mails/recovery.html' ? new Response('<!doctype html><div id="app"></div>') : undefined),
    templatesCheck.name,
    /^\/mails\/recovery\.html answered the app’s page\.$/,
  ],
  [
    'the template of a mail as another version had it',
    async (response, path) => (path === '/mails/invite.html' ? new Response((await response.text()).replace('{{ .TokenHash }}', '')) : undefined),
    templatesCheck.name,
    /^\/mails\/invite\.html is not what this version has\.$/,
  ],
  [
    'headers that got lost',
    (response, path) => (path === '/' ? without(response, 'content-security-policy') : undefined),
    'Pages carry the headers that protect them',
    /is missing/,
  ],
  [
    'an API that leads to the app',
    (_, path) => (path === '/api/health' ? new Response('<!doctype html>') : undefined),
    'The API answers, and all four services with it',
    /no health/,
  ],
  [
    'a proxy without its secret',
    (response, path) => (path === '/api/health' ? withJson(response, (health) => ({ ...health, caller: null })) : undefined),
    'The API knows who calls',
    /the proxy’s secret is missing/,
  ],
  [
    'pictures that lead to the app',
    (_, path) => (path.startsWith('/objects/nobody') ? new Response('<!doctype html>') : undefined),
    'Pictures have their address',
    /answered 200/,
  ],
  [
    'cookies that lose their guard',
    (response) => withCookies(response, (cookies) => cookies.map((cookie) => cookie.replace(/;\s*HttpOnly/i, ''))),
    'Cookies arrive, are safe, and return',
    /lost its HttpOnly/,
  ],
  ['cookies that get lost', (response) => without(response, 'set-cookie'), 'Cookies arrive, are safe, and return', /set no cookie/],
  ['no websockets', () => undefined, 'A change reaches another screen by itself', /did not open|answered/],
  [
    'pictures that anybody sees',
    (response, path, request) =>
      path.startsWith('/objects/') && request.headers.get('cookie') === null && !path.includes('nobody') ? new Response('a face') : undefined,
    'A picture goes up, is seen by the family, and by nobody else',
    /A stranger got 200/,
  ],
  [
    'a password that anybody changes who holds a token',
    (_, path, request) => (path === '/auth/v1/user' && request.method === 'PUT' ? Response.json({ code: 'same_password' }, { status: 422 }) : undefined),
    'Nobody sets a new password who does not know the current one',
    /answered a new password 422: .*same_password/,
  ],
  [
    'live news for which the account’s own token is given out',
    (response, path) => (path === '/auth/v1/user' ? Response.json({ id: 'anna' }) : response),
    'The token of live news opens no account',
    /Auth answered 200/,
  ],
  [
    'a service that is away',
    (response, path) => (path === '/api/health' ? withJson(response, (health) => ({ ...health, status: 'down', realtime: 'down' })) : undefined),
    'The API answers, and all four services with it',
    /realtime is down/,
  ],
  [
    'an origin that gets lost',
    (response, path, request) =>
      path === '/api/auth/login' && request.headers.get('origin') === 'https://evil.example' ? Response.json({ ok: true }) : undefined,
    'Strangers and other websites are refused',
    /another website may sign in/,
  ],
]

const withText = (change: (text: string) => string) => (frame: Frame) => [typeof frame === 'string' ? change(frame) : frame]

const openDoors: [what: string, front: Front, name: string, sentence: RegExp][] = [
  [
    'public channels',
    { frames: withText((text) => (text.includes('PrivateOnly') ? text.replace(/"error".*$/, '"ok","response":{"postgres_changes":[]}}]') : text)) },
    'No live channel is open to everybody',
    /With the publishable key alone/,
  ],
  [
    'a topic of the family on which devices speak',
    // As if its policies let them: what comes for the family is told once more as a device's own.
    {
      frames: (frame) => {
        const isNews = typeof frame !== 'string' && new TextDecoder().decode(frame).includes('column.saved')
        return isNews ? [forgedNews(frame), frame] : [frame]
      },
    },
    'On the topic of a family only the database speaks',
    /heard by the others/,
  ],
  [
    'tables that the key reads',
    { ask: (_, __, path) => (path === '/rest/v1/families' ? Response.json([]) : undefined) },
    'The publishable key opens no table',
    /with a list of families/,
  ],
  [
    'accounts without an address',
    {
      answer: (response, path) =>
        path === '/auth/v1/settings' ? withJson(response, (all) => ({ ...all, external: { email: true, anonymous_users: true } })) : undefined,
    },
    'Accounts are made by e-mail and password alone',
    /by anonymous_users/,
  ],
]

/** A broadcast as a device sends it, on the topic of that one. */
function forgedNews(news: ArrayBuffer): string {
  const [, topicLength = 0] = new Uint8Array(news)
  // After the kind, three lengths and the encoding.
  const topic = new TextDecoder().decode(new Uint8Array(news, 5, topicLength))
  return JSON.stringify([null, null, topic, 'broadcast', { type: 'broadcast', event: 'visit.forged', payload: {} }])
}

for (const [what, front, name, sentence] of openDoors) {
  story(`A door that stands open is found, with its remedy: ${what}`, async (stack) => {
    await behind(stack.url, front, async (address) => {
      const verdict = (await look(address)).find((verdict) => verdict.name === name)
      assert.ok(verdict?.outcome === 'ill', `${name} was found well`)
      assert.match(verdict.seen, sentence)
      assert.match(verdict.remedy, /^[A-Z].*\.$/s)
    })
  })
}

for (const [what, answer, name, sentence] of troubles) {
  story(`Found, with its remedy: ${what}`, async (stack) => {
    await behind(stack.url, { answer }, async (address) => {
      const verdicts = await look(address)
      const verdict = verdicts.find((verdict) => verdict.name === name)
      assert.ok(verdict?.outcome === 'ill', `${name} was found well`)
      assert.match(verdict.seen, sentence)
      assert.match(verdict.remedy, /^[A-Z].*\.$/s)
    })
  })
}

story('Behind the proxy of a self-hosted Supabase nothing is ill, and the current password is tried where Auth is reached whole', async (stack) => {
  const name = 'Nobody sets a new password who does not know the current one'
  await behind(stack.url, { ...selfHosted, frames: (frame) => [frame] }, async (address) => {
    const verdicts = await look(address)
    assert.equal(seen(verdicts), '')
    const left = verdicts.flatMap((verdict) => (verdict.outcome === 'not tried' ? [`${verdict.name}: ${verdict.why}`] : []))
    assert.equal(left.length, 1)
    assert.match(left[0] ?? '', /^Nobody sets a new password .*BUBBLEQUEST_DOCTOR_AUTH_URL/)
    const live = verdicts.find((verdict) => verdict.name === 'The token of live news opens no account')
    assert.equal(live?.outcome === 'well' && live.note, 'nothing is led out that could be asked for an account')
    // With the address of the whole Auth given, such an answer means that it is not whole.
    assert.match(seen(await look(address, undefined, `${address}/auth/v2`)), /The token of live news opens no account: Auth answered 404/)
    const inside = await look(address, undefined, `${stack.url}/auth/v1`)
    assert.deepEqual([seen(inside), inside.filter(({ outcome }) => outcome === 'not tried')], ['', []])
    // As an Auth that does not know the setting.
    const ignorant: Front = { answer: (_, path, request) => (path === '/auth/v1/user' && request.method === 'PUT' ? Response.json({ id: 'anna' }) : undefined) }
    const old = await behind(stack.url, ignorant, (auth) => look(address, undefined, `${auth}/auth/v1`))
    const verdict = old.find((verdict) => verdict.name === name)
    assert.match(verdict?.outcome === 'ill' ? verdict.remedy : '', /supabase\/gotrue:v2\.187\.0/)
  })
})

/** The command as a process of its own. */
async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', fileURLToPath(new URL('main.ts', import.meta.url)), ...args],
    env: { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
  }).output()
  return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) }
}

confirmedStory(
  'Where addresses are confirmed by mail and no account is named, what takes one is not tried, and the command says how to name one',
  async (stack) => {
    const { code, said } = await run(stack.url)
    assert.deepEqual([code, said.includes('ILL')], [0, false], said)
    const [, names = ''] =
      /\n\d+ well, 7 not tried, 0 ill\n\n(.*)\nTo have them tried, .*: BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD\.\n$/s.exec(said) ?? []
    assert.deepEqual(names.split('\n'), [
      `${noAccount} Not tried for this reason:`,
      '  Cookies arrive, are safe, and return',
      '  A change reaches another screen by itself',
      '  No live channel is open to everybody',
      '  On the topic of a family only the database speaks',
      '  A picture goes up, is seen by the family, and by nobody else',
      '  Nobody sets a new password who does not know the current one',
      '  The token of live news opens no account',
    ])
    const { count } = await stack.sql`select from auth.users`
    assert.equal(count, 0)
  },
)

story('The command says how to call it, and ends with what it found', async (stack) => {
  for (const args of [[], ['not an address'], ['ftp://bubblequest.example']]) {
    const { code, said } = await run(...args)
    assert.deepEqual([code, said.startsWith('Usage: npm run doctor')], [2, true])
  }
  const well = await run(stack.url)
  assert.deepEqual([well.code, well.said.endsWith(' well, 0 not tried, 0 ill\n')], [0, true], well.said)
  const nobody = await run('http://127.0.0.1:1')
  assert.equal(nobody.code, 1)
  assert.match(nobody.said, /ILL {3}The app is there\n {6}Seen: .+\n {6}Remedy: Publish the folder/)
})
