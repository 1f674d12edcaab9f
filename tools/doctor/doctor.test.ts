import assert from 'node:assert/strict'
import { proxy } from '../../deploy/proxy.ts'
import { throughProxy } from '../../edge-functions/api/through-proxy.ts'
import { startFunctionsGateway } from '../../testing/functions-gateway.ts'
import { onOwnStack } from '../../testing/stack.ts'
import type { OwnStack } from '../../testing/stack.ts'
import { leavesNothingCheck } from './account.ts'
import { callerCheck } from './caller.ts'
import { familyChecks, quickChecks } from './checks.ts'
import { liveTokenCheck, passwordChangeCheck } from './access.ts'
import { goneCheck, kidsDeviceCheck, movesCheck, otherFamilyCheck } from './family.ts'
import { findMailbox } from './mailbox.ts'
import { recoveryCheck, signUpCheck } from './mails.ts'
import { cookiesCheck, renewalsCheck } from './sessions.ts'
import { behind, instead, makeAppFolder, selfHosted } from '../../testing/doctor/faulty-proxy.ts'
import type { FaultyProxy } from '../../testing/doctor/faulty-proxy.ts'
import {
  account,
  assertProblem,
  atAddress,
  deleteOperatorsFamily,
  mailboxOf,
  operatorsFamily,
  runOnly,
  problemsOf,
  startDoctor,
  visitsLeft,
  withLinks,
} from '../../testing/doctor/visits.ts'
import { newVisit, noAccount, runChecks } from './visit.ts'
import type { Check, Verdict } from './visit.ts'

const appFolder = await makeAppFolder()
Deno.test.afterAll(() => Deno.remove(appFolder, { recursive: true }))

// As in production: what is counted is counted.
const story = onOwnStack({ appFolder, rateLimits: true })
const confirmedStory = onOwnStack({ appFolder, rateLimits: true, confirmations: true })

const secret = 'a secret that the proxy shares with the function'

/** The note or the figures of a check that is well. */
function toldBy(verdicts: readonly Verdict[], { name }: Check): string | Readonly<Record<string, number>> | undefined {
  const verdict = verdicts.find((verdict) => verdict.name === name)
  return verdict?.outcome === 'well' ? (verdict.note ?? verdict.figures) : undefined
}

story('A healthy installation is found well, and nothing of the visit is left', async (stack) => {
  const quick = await runChecks(newVisit(stack.url), quickChecks)
  assert.deepEqual([problemsOf(quick), quick.length], [{}, quickChecks.length])
  const verdicts = await runChecks(
    newVisit(stack.url, { mailbox: await findMailbox(stack.url, { code: stack.mailboxCode() }) }),
    familyChecks,
  )
  assert.deepEqual([problemsOf(verdicts), verdicts.length], [{}, familyChecks.length])
  const figures = Object.assign(
    {},
    ...[renewalsCheck, movesCheck, kidsDeviceCheck].map((check) => toldBy(verdicts, check)),
  )
  assert.deepEqual([figures.renewals, figures.addresses, figures.moves, figures.refused > 20], [200, 60, 40, true])
  assert.equal(await visitsLeft(stack), 0)
})

/**
 * The stack as a hosted project: `deploy/proxy.ts` in front of the gateway of functions, which takes Set-Cookie away.
 */
async function asHosted<T>(
  stack: OwnStack,
  look: (address: string, functionUrl: string) => Promise<T>,
  asksForSecret = true,
): Promise<T> {
  const api = {
    cleanUpIfDue: () => undefined,
    async fetch(request: Request, address = '198.51.100.254') {
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', address)
      const { pathname, search } = new URL(request.url)
      const answer = await fetch(`${stack.url}${pathname}${search}`, {
        method: request.method,
        headers,
        body: request.body,
        redirect: 'manual',
      })
      // Copied, because the headers of a `fetch` response are immutable.
      return new Response(answer.body, answer)
    },
  }
  const gateway = startFunctionsGateway((request) =>
    asksForSecret
      ? throughProxy(api, secret, request)
      : api.fetch(request, request.headers.get('x-bubblequest-caller') ?? undefined),
  )
  const settings = { functionUrl: gateway.url, secret, region: undefined }
  const front: FaultyProxy = {
    ask(request, _, path, caller) {
      if (/^\/(api|objects)\//.test(path)) return proxy(request, caller, settings)
      // Supabase has a table API.
      return path.startsWith('/rest/') ? Response.json({}, { status: 401 }) : undefined
    },
  }
  try {
    return await behind(stack.url, front, (address) => look(address, gateway.url))
  } finally {
    await gateway.close()
  }
}

story(
  'Behind the proxy of a hosted project it is found well too, as the proxy that calls from many addresses',
  async (stack) => {
    await asHosted(stack, async (address, functionUrl) => {
      const alone = await runOnly(newVisit(address), renewalsCheck)
      assert.deepEqual(Object.keys(problemsOf(alone)), [renewalsCheck.name])
      assertProblem(alone, renewalsCheck, /^not tried: .*BUBBLEQUEST_PROXY_SECRET/)
      const wrongSecret = newVisit(address, { proxy: { functionUrl, secret: `${secret}!`, region: undefined } })
      assertProblem(await runOnly(wrongSecret), callerCheck, /does not believe the proxy’s secret/)
      // Last, because its guesses keep this address from signing in.
      const visit = newVisit(address, { proxy: { functionUrl, secret, region: undefined } })
      assert.deepEqual(problemsOf(await runChecks(visit, familyChecks)), {})
    })
    assert.equal(await visitsLeft(stack), 0)
  },
)

story('Found: a function that believes anybody at its own address', (stack) =>
  asHosted(
    stack,
    async (address, functionUrl) => {
      const visit = newVisit(address, { proxy: { functionUrl, secret, region: undefined } })
      assertProblem(
        await runChecks(visit, [callerCheck]),
        callerCheck,
        /^At the function's own address .* is believed\.$/,
      )
    },
    false,
  ),
)

story(
  'Behind the proxy of a self-hosted Supabase it is found well too, and the current password is tried where Auth is reached whole',
  async (stack) => {
    await behind(stack.url, selfHosted, async (address) => {
      const quick = await runChecks(newVisit(address), quickChecks)
      assert.deepEqual(Object.keys(problemsOf(quick)), [passwordChangeCheck.name])
      assertProblem(quick, passwordChangeCheck, /^not tried: .*BUBBLEQUEST_DOCTOR_AUTH_URL/)
      assert.equal(toldBy(quick, liveTokenCheck), 'nothing is led out that could be asked for an account')
      // With the address of the whole Auth given, such an answer means that it is not whole.
      const notWhole = await runOnly(newVisit(address, { authUrl: `${address}/auth/v2` }), liveTokenCheck)
      assertProblem(notWhole, liveTokenCheck, /^Auth answered 404/)
      // As an Auth that does not know the setting.
      const old = await behind(
        stack.url,
        instead(/^PUT \/auth\/v1\/user$/, () => Response.json({ id: 'anna' })),
        (auth) => runOnly(newVisit(address, { authUrl: `${auth}/auth/v1` }), passwordChangeCheck),
      )
      const verdict = old.find(({ name }) => name === passwordChangeCheck.name)
      assert.match(verdict?.outcome === 'ill' ? verdict.remedy : '', /supabase\/gotrue:v2\.187\.0/)
      const mailbox = withLinks(await mailboxOf(stack), atAddress(address))
      assert.deepEqual(
        problemsOf(await runChecks(newVisit(address, { mailbox, authUrl: `${stack.url}/auth/v1` }), familyChecks)),
        {},
      )
    })
    assert.equal(await visitsLeft(stack), 0)
  },
)

story('With an account that was named it makes no family, and leaves that one as it was', async (stack) => {
  const everything = await operatorsFamily(stack)
  const before = await everything()
  assert.deepEqual(problemsOf(await runChecks(newVisit(stack.url, { account }), quickChecks)), {})
  assert.deepEqual(problemsOf(await runChecks(newVisit(stack.url, { account }), familyChecks)), {
    [otherFamilyCheck.name]: 'not tried: It takes a second account; with one that was named, none is made.',
    [goneCheck.name]: 'not tried: The family is that of the account that was named, and stays.',
  })
  assert.deepEqual(await everything(), before)
  assert.equal(await visitsLeft(stack), 0)
  await behind(stack.url, {}, async (address) => {
    const wrong = await runChecks(newVisit(address, { account: { ...account, password: 'wrong' } }), quickChecks)
    assert.equal(wrong.find(({ outcome }) => outcome === 'ill')?.name, cookiesCheck.name)
  })
  await deleteOperatorsFamily(stack)
})

confirmedStory(
  'With addresses confirmed by mail it follows the mail, or goes on with an account that was named',
  async (stack) => {
    await behind(stack.url, {}, async (address) => {
      const mailbox = withLinks(await mailboxOf(stack), atAddress(address))
      const followed = await runOnly(newVisit(address, { mailbox }), signUpCheck, recoveryCheck)
      assert.deepEqual([problemsOf(followed), toldBy(followed, signUpCheck)], [{}, 'confirmed by the mail that came'])
      await operatorsFamily(stack)
      const named = await runOnly(newVisit(address, { account }), signUpCheck, recoveryCheck)
      assert.deepEqual(
        [problemsOf(named), toldBy(named, signUpCheck)],
        [{}, 'new addresses are confirmed; the mail itself was not tried'],
      )
      assert.equal(
        toldBy(named, recoveryCheck),
        `asked for; look into the inbox of ${account.email} for a link to ${address}/new-password`,
      )
      // As if the next visit came later.
      await stack.sql`update auth.users set recovery_sent_at = null where email = ${account.email}`
      await stack.sql`update private.tries set since = since - interval '1 minute'`
      const read = await runOnly(newVisit(address, { account, mailbox }), recoveryCheck)
      assert.deepEqual(
        [problemsOf(read), toldBy(read, recoveryCheck)],
        [{}, 'mailed; the password of the account that was named stays as it is'],
      )
      assert.deepEqual(problemsOf(await runOnly(newVisit(address, { account }))), {})
    })
    await deleteOperatorsFamily(stack)
    assert.equal(await visitsLeft(stack), 0)
  },
)

confirmedStory(
  'With addresses confirmed by mail and no account named, checks that need one are not tried, and the command says how to name one',
  async (stack) => {
    const left = problemsOf(await runChecks(newVisit(stack.url), familyChecks))
    assert.deepEqual([Object.keys(left).length, [...new Set(Object.values(left))]], [18, [`not tried: ${noAccount}`]])
    const { code, said } = await startDoctor([stack.url]).end()
    assert.equal(code, 0, said)
    const how =
      /\n12 well, 6 not tried, 0 ill\n\n(.*)\nTo have them tried, .*: BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD\.\n$/s
    const names = quickChecks.flatMap(({ name }) => (name in left ? [`  ${name}`] : []))
    assert.deepEqual(how.exec(said)?.[1]?.split('\n'), [`${noAccount} Not tried for this reason:`, ...names], said)
    assert.equal((await stack.sql`select from auth.users`).length, 0)
  },
)

story('A mail that may not be asked for yet is not tried', async (stack) => {
  const tooMany = () => Response.json({ code: 'too_many_tries' }, { status: 429, headers: { 'retry-after': '42' } })
  await behind(stack.url, instead(/\/recover$/, tooMany), async (address) => {
    const verdicts = await runOnly(newVisit(address), recoveryCheck)
    assertProblem(verdicts, recoveryCheck, /^not tried: .* Try again in 42 seconds\.$/)
  })
})

story('Mails are read from Mailpit too', async (stack) => {
  const own = await mailboxOf(stack)
  // As `supabase start` runs it, with what the stack has mailed.
  const mailpit = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const [, email] = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '') ?? []
    if (pathname === '/api/v1/search') return Response.json({ messages: [{ ID: email ?? '' }] })
    const [, id = ''] = /^\/api\/v1\/message\/(.*)$/.exec(pathname) ?? []
    const link = await own?.linkTo(decodeURIComponent(id), 'recovery')
    return Response.json({ Text: '', HTML: `<a href="${link?.replaceAll('&', '&amp;')}">Choose a new password</a>` })
  })
  try {
    const mailbox = await findMailbox(stack.url, { named: `http://127.0.0.1:${mailpit.addr.port}` })
    const byName = withLinks(mailbox, atAddress(stack.url.replace('127.0.0.1', 'localhost')))
    for (const each of [mailbox, byName])
      assert.deepEqual(problemsOf(await runOnly(newVisit(stack.url, { mailbox: each }), recoveryCheck)), {})
  } finally {
    await mailpit.shutdown()
  }
})

story('The command says how to call it, and writes its report as text and as JSON', async (stack) => {
  for (const args of [
    '',
    'nowhere',
    'ftp://bubblequest.example',
    `${stack.url} ${stack.url}`,
    `${stack.url} --mailbox post`,
    `${stack.url} --fast`,
  ]) {
    const { code, said } = await startDoctor(args.split(' ')).end()
    assert.deepEqual([code, said.startsWith('Usage: npm run doctor')], [2, true], args)
  }
  assert.equal((await startDoctor(['--help']).end()).code, 0)
  const file = `${appFolder}/report.json`
  const well = await startDoctor([stack.url, '--family', '--json', file]).end()
  assert.deepEqual(
    [well.code, well.said.endsWith(`\n${familyChecks.length} well, 0 not tried, 0 ill\n`)],
    [0, true],
    well.said,
  )
  assert.match(well.said, /^well {2}A family renews .* \(renewals 200, addresses 60, p50 ms \d+, p95 ms \d+\)$/m)
  const report = JSON.parse(await Deno.readTextFile(file))
  const { checks, ...counts } = { ...report, checks: report.checks.length, begunAt: undefined }
  assert.deepEqual(
    [checks, counts],
    [familyChecks.length, { address: stack.url, begunAt: undefined, isWell: true, well: checks, notTried: 0, ill: 0 }],
  )
  const nobody = await startDoctor(['http://127.0.0.1:1', '--json', file]).end()
  assert.deepEqual([nobody.code, JSON.parse(await Deno.readTextFile(file)).isWell], [1, false])
  assert.match(nobody.said, /ILL {3}The app is there\n {6}Seen: .+\n {6}Remedy: For Bubblequest on its own/)
})

story('Stopped in the middle by Ctrl-C it deletes what it made', async (stack) => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const front: FaultyProxy = {
    async answer(_, path) {
      if (!path.endsWith('/quest-completions') && !path.endsWith('/practice')) return undefined
      reach()
      await released
      return undefined
    },
  }
  await behind(stack.url, front, async (address) => {
    const command = startDoctor([address, '--family'])
    await reached
    assert.notEqual(await visitsLeft(stack), 0)
    command.process.kill('SIGINT')
    release()
    const { code, said } = await command.end()
    assert.deepEqual(
      [code, said.includes('Stopped. What was made is deleted now.'), said.includes(leavesNothingCheck.name)],
      [1, true, true],
      said,
    )
    assert.ok(said.trimEnd().endsWith('stopped before the end'), said)
  })
  assert.equal(await visitsLeft(stack), 0)
})
