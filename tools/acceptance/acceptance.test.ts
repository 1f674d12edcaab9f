import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { proxy } from '../../deploy/proxy.ts'
import { throughProxy } from '../../edge-functions/api/through-proxy.ts'
import { startFunctionsGateway } from '../../embedded/testing/functions-gateway.ts'
import { onOwnStack } from '../../embedded/testing/stack.ts'
import type { OwnStack } from '../../embedded/testing/stack.ts'
import { noAccount } from '../doctor/account.ts'
import { checks } from '../doctor/checks.ts'
import { behind, makeAppFolder, selfHosted } from '../doctor/testing/front.ts'
import type { Front } from '../doctor/testing/front.ts'
import { runChecks } from '../doctor/visit.ts'
import type { Verdict } from '../doctor/visit.ts'
import { callerStory, limitStory, tlsStory } from './caller.ts'
import { goneStory, tidyStory } from './family.ts'
import { kidsDeviceStory } from './kids-device.ts'
import { liveStory } from './live.ts'
import { findMailbox, recoveryStory, signUpStory } from './mail.ts'
import { strangerStory } from './pictures.ts'
import { familyRenewalStory, manyAddressesStory } from './sessions.ts'
import { stories } from './stories.ts'
import { newAcceptance } from './visit.ts'
import type { Acceptance, Story } from './visit.ts'
import { account, acceptOnly, atAddress, operatorsFamily, troubles, visitsLeft, withLinks } from './testing/visits.ts'

const appFolder = await makeAppFolder()
Deno.test.afterAll(() => Deno.remove(appFolder, { recursive: true }))

// As in production: what is counted is counted.
const story = onOwnStack({ appFolder, rateLimits: true })
const confirmedStory = onOwnStack({ appFolder, rateLimits: true, confirmations: true })

const secret = 'a secret that the proxy shares with the function'

const onOneMachine = { [tlsStory.name]: 'not tried: The database is on the same machine as the API.' }

/** A whole visit. */
const accept = (visit: Acceptance) => runChecks(visit, stories, () => {})

story('A healthy installation is accepted, and nothing of the visit is left', async (stack) => {
  const verdicts = await accept(newAcceptance(stack.url, { mailbox: await findMailbox(stack.url, { code: stack.mailboxCode() }) }))
  assert.deepEqual(troubles(verdicts), onOneMachine)
  assert.equal(verdicts.length, stories.length)
  const figuresOf = (story: Story) =>
    verdicts.flatMap((verdict) => (verdict.name === story.name && verdict.outcome === 'well' ? [verdict.figures] : []))[0] ?? {}
  assert.equal(figuresOf(familyRenewalStory)['renewals'], 200)
  assert.deepEqual([figuresOf(manyAddressesStory)['renewals'], figuresOf(manyAddressesStory)['addresses']], [60, 60])
  assert.equal(figuresOf(liveStory)['moves'], 40)
  assert.ok((figuresOf(kidsDeviceStory)['refused'] ?? 0) > 20)
  assert.equal(await visitsLeft(stack), 0)
})

/** The stack as a hosted project: `deploy/proxy.ts` in front of the gateway of functions, which takes Set-Cookie away. */
async function asHosted<T>(stack: OwnStack, look: (address: string, functionUrl: string) => Promise<T>, asksForSecret = true): Promise<T> {
  const api = {
    tidyIfDue: () => {},
    async fetch(request: Request, address = '198.51.100.254') {
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', address)
      const { pathname, search } = new URL(request.url)
      const answer = await fetch(`${stack.url}${pathname}${search}`, { method: request.method, headers, body: request.body, redirect: 'manual' })
      // What `fetch` answers cannot be changed.
      return new Response(answer.body, answer)
    },
  }
  const gateway = startFunctionsGateway((request) =>
    asksForSecret ? throughProxy(api, secret, request) : api.fetch(request, request.headers.get('x-bubblequest-caller') ?? undefined),
  )
  const settings = { functionUrl: gateway.url, secret, region: undefined }
  const front: Front = {
    frames: (frame) => [frame],
    ask: (request, _, path, caller) => (/^\/(api|objects)\//.test(path) ? proxy(request, caller, settings) : undefined),
  }
  try {
    return await behind(stack.url, front, (address) => look(address, gateway.url))
  } finally {
    await gateway.close()
  }
}

story('Behind the proxy of a hosted project it is accepted too, as the proxy that calls from many addresses', async (stack) => {
  await asHosted(stack, async (address, functionUrl) => {
    const alone = troubles(await acceptOnly(newAcceptance(address), familyRenewalStory, manyAddressesStory))
    assert.deepEqual(Object.keys(alone), [familyRenewalStory.name, manyAddressesStory.name])
    assert.match(alone[familyRenewalStory.name] ?? '', /^not tried: .*BUBBLEQUEST_PROXY_SECRET/)
    const wrongSecret = newAcceptance(address, { proxy: { functionUrl, secret: `${secret}!`, region: undefined } })
    assert.match(troubles(await acceptOnly(wrongSecret))[callerStory.name] ?? '', /does not believe the proxy’s secret/)
    // Last, because its guesses keep this address from signing in.
    const visit = newAcceptance(address, { proxy: { functionUrl, secret, region: undefined } })
    assert.deepEqual(troubles(await accept(visit)), onOneMachine)
  })
  assert.equal(await visitsLeft(stack), 0)
})

story('Behind the proxy of a self-hosted Supabase, which leads out a few calls of Auth, it is accepted too', async (stack) => {
  await behind(stack.url, { ...selfHosted, frames: (frame) => [frame] }, async (address) => {
    const mailbox = await findMailbox(address, { named: `${stack.url}/mailbox`, code: stack.mailboxCode() })
    const verdicts = await accept(newAcceptance(address, { mailbox: withLinks(mailbox, atAddress(address)), authUrl: `${stack.url}/auth/v1` }))
    assert.deepEqual(troubles(verdicts), onOneMachine)
  })
  assert.equal(await visitsLeft(stack), 0)
})

story('Found: a function that believes anybody at its own address', (stack) =>
  asHosted(
    stack,
    async (address, functionUrl) => {
      const visit = newAcceptance(address, { proxy: { functionUrl, secret, region: undefined } })
      const [verdict] = await runChecks(visit, [callerStory], () => {})
      assert.match(verdict?.outcome === 'ill' ? verdict.seen : '', /^At the function's own address .* is believed\.$/)
    },
    false,
  ),
)

story('With an account that was named it goes through that family and leaves it as it was', async (stack) => {
  const everything = await operatorsFamily(stack)
  const before = await everything()
  assert.deepEqual(troubles(await accept(newAcceptance(stack.url, { account }))), {
    ...onOneMachine,
    [strangerStory.name]: 'not tried: It takes a second account; with one that was named, none is made.',
    [goneStory.name]: 'not tried: The family is that of the account that was named, and stays.',
  })
  assert.deepEqual(await everything(), before)
  assert.equal(await visitsLeft(stack), 0)
})

confirmedStory('Where addresses are confirmed by mail it follows the mail, or goes on with an account that was named', async (stack) => {
  await behind(stack.url, {}, async (address) => {
    const mailbox = await findMailbox(address, { named: `${stack.url}/mailbox`, code: stack.mailboxCode() })
    const followed = await acceptOnly(newAcceptance(address, { mailbox: withLinks(mailbox, atAddress(address)) }), signUpStory, recoveryStory)
    assert.deepEqual(troubles(followed), {})
    assert.equal(noteOf(followed, signUpStory), 'confirmed by the mail that came')
    await operatorsFamily(stack)
    const named = await acceptOnly(newAcceptance(address, { account }), signUpStory, recoveryStory)
    assert.deepEqual(troubles(named), {})
    assert.equal(noteOf(named, signUpStory), 'new addresses are confirmed; the mail itself was not tried')
    assert.equal(noteOf(named, recoveryStory), `asked for; look into the inbox of ${account.email} for a link to ${address}/new-password`)
    // As if the next visit came later.
    await stack.sql`update auth.users set recovery_sent_at = null where email = ${account.email}`
    await stack.sql`update private.tries set since = since - interval '1 minute'`
    // The password of somebody's account stays as it is.
    const read = await acceptOnly(newAcceptance(address, { account, mailbox: withLinks(mailbox, atAddress(address)) }), recoveryStory)
    assert.deepEqual(troubles(read), {})
    assert.equal(noteOf(read, recoveryStory), 'mailed; the password of the account that was named stays as it is')
    assert.deepEqual(troubles(await acceptOnly(newAcceptance(address, { account }))), {})
  })
  assert.equal(await visitsLeft(stack), 0)
})

confirmedStory('Where addresses are confirmed by mail and no account is named, what takes one is not tried, and nothing is mailed', async (stack) => {
  const verdicts = await accept(newAcceptance(stack.url))
  const left = Object.entries(troubles(verdicts)).filter(([name]) => name !== tlsStory.name)
  assert.deepEqual([...new Set(left.map(([, why]) => why))], [`not tried: ${noAccount}`])
  const tried = verdicts.flatMap(({ name, outcome }) => (outcome === 'well' ? [name] : []))
  assert.deepEqual(
    stories.slice(checks.looks.length).flatMap(({ name }) => (tried.includes(name) ? [name] : [])),
    [callerStory, recoveryStory, tidyStory, checks.leavesNothing, limitStory].map(({ name }) => name),
  )
  assert.equal(await visitsLeft(stack), 0)
})

story('A mail that may not be asked for yet is not tried', async (stack) => {
  const front: Front = {
    ask: (_, __, path) =>
      path === '/api/auth/recover' ? Response.json({ code: 'too_many_tries' }, { status: 429, headers: { 'retry-after': '42' } }) : undefined,
  }
  await behind(stack.url, front, async (address) => {
    assert.match(troubles(await acceptOnly(newAcceptance(address), recoveryStory))[recoveryStory.name] ?? '', /^not tried: .* Try again in 42 seconds\.$/)
  })
})

const noteOf = (verdicts: readonly Verdict[], { name }: Story) =>
  verdicts.flatMap((verdict) => (verdict.name === name && verdict.outcome === 'well' ? [verdict.note] : []))[0]

story('Mails are read from Mailpit too', async (stack) => {
  const own = await findMailbox(stack.url, { code: stack.mailboxCode() })
  assert.ok(own)
  // As `supabase start` runs it, with what the stack has mailed.
  const mailpit = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, email] = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '') ?? []
    if (pathname === '/api/v1/search') return Response.json({ messages: [{ ID: email ?? '' }] })
    const [, id = ''] = /^\/api\/v1\/message\/(.*)$/.exec(pathname) ?? []
    const link = await own.linkTo(decodeURIComponent(id), 'recovery')
    return Response.json({ Text: '', HTML: `<a href="${link.replaceAll('&', '&amp;')}">Choose a new password</a>` })
  })
  try {
    const mailbox = await findMailbox(stack.url, { named: `http://127.0.0.1:${mailpit.addr.port}` })
    assert.deepEqual(troubles(await acceptOnly(newAcceptance(stack.url, { mailbox }), recoveryStory)), {})
    const byName = withLinks(mailbox, atAddress(stack.url.replace('127.0.0.1', 'localhost')))
    assert.deepEqual(troubles(await acceptOnly(newAcceptance(stack.url, { mailbox: byName }), recoveryStory)), {})
  } finally {
    await mailpit.shutdown()
  }
})

/** The command as a process of its own. */
function start(...args: string[]): { process: Deno.ChildProcess; end(): Promise<{ code: number; said: string }> } {
  const process = new Deno.Command(Deno.execPath(), {
    args: ['run', '-A', '--no-check', fileURLToPath(new URL('main.ts', import.meta.url)), ...args],
    env: { NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    stdin: 'null',
    stdout: 'piped',
    stderr: 'piped',
  }).spawn()
  return {
    process,
    async end() {
      const { code, stdout, stderr } = await process.output()
      return { code, said: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) }
    },
  }
}

story('The command says how to call it, and writes its report as text and as JSON', async (stack) => {
  for (const args of [[], ['nowhere'], ['ftp://bubblequest.example'], [stack.url, stack.url], [stack.url, '--mailbox', 'post'], [stack.url, '--fast']]) {
    const { code, said } = await start(...args).end()
    assert.deepEqual([code, said.startsWith('Usage: npm run acceptance')], [2, true], args.join(' '))
  }
  const file = `${appFolder}/report.json`
  const well = await start(stack.url, '--json', file).end()
  assert.deepEqual([well.code, well.said.endsWith(`\n${stories.length - 1} well, 1 not tried, 0 ill\n`)], [0, true], well.said)
  assert.match(well.said, /^well {2}A family renews .* \(renewals 200, p50 ms \d+, p95 ms \d+\)$/m)
  const report = JSON.parse(await Deno.readTextFile(file))
  assert.deepEqual([report.address, report.isAccepted, report.notTried, report.ill, report.checks.length], [stack.url, true, 1, 0, stories.length])
  const nobody = await start('http://127.0.0.1:1', '--json', file).end()
  assert.equal(nobody.code, 1)
  assert.match(nobody.said, /ILL {3}The app is there\n {6}Seen: .+\n {6}Remedy: Publish the folder/)
  assert.equal(JSON.parse(await Deno.readTextFile(file)).isAccepted, false)
})

story('Stopped in the middle by Ctrl-C it deletes what it made', async (stack) => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const front: Front = {
    frames: (frame) => [frame],
    async answer(_, path) {
      if (!path.endsWith('/quest-completions') && !path.endsWith('/practice')) return undefined
      reach()
      await released
      return undefined
    },
  }
  await behind(stack.url, front, async (address) => {
    const command = start(address)
    await reached
    assert.notEqual(await visitsLeft(stack), 0)
    command.process.kill('SIGINT')
    release()
    const { code, said } = await command.end()
    assert.deepEqual([code, said.includes('Stopped. What was made is deleted now.'), said.includes(checks.leavesNothing.name)], [1, true, true], said)
    assert.ok(said.trimEnd().endsWith('stopped before the end'), said)
  })
  assert.equal(await visitsLeft(stack), 0)
})
