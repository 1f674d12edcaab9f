import assert from 'node:assert/strict'
import { proxy } from '../../deploy/proxy.ts'
import { throughProxy } from '../../edge-functions/api/through-proxy.ts'
import { startFunctionsGateway } from '../../testing/functions-gateway.ts'
import { onOwnStack } from '../../testing/stack.ts'
import type { OwnStack } from '../../testing/stack.ts'
import { leavesNothingCheck } from './account.ts'
import { callerCheck, limitCheck } from './caller.ts'
import { familyChecks } from './checks.ts'
import { liveTokenCheck, passwordChangeCheck, providersCheck, tablesCheck } from './access.ts'
import { goneCheck, kidsDeviceCheck, movesCheck, otherFamilyCheck } from './family.ts'
import { findMailbox } from './mailbox.ts'
import type { MailReader } from './mailbox.ts'
import { recoveryCheck, signUpCheck } from './mails.ts'
import { cookiesCheck, renewalsCheck } from './sessions.ts'
import { behind, changeAnswer, instead, makeAppFolder, selfHosted } from '../../testing/doctor/faulty-proxy.ts'
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

/** The same link as one of Supabase's own templates. */
function asSupabaseWrites(link: string): string {
  const { origin, hash } = new URL(link)
  const said = new URLSearchParams(hash.slice(1))
  return `${origin}/auth/v1/verify?token=${said.get('token_hash')}&type=${said.get('type')}&redirect_to=${origin}`
}

const secret = 'a secret that the proxy shares with the function'

/** The note or the figures of a check that is well. */
function toldBy(verdicts: readonly Verdict[], { name }: Check): string | Readonly<Record<string, number>> | undefined {
  const verdict = verdicts.find((verdict) => verdict.name === name)
  return verdict?.outcome === 'well' ? (verdict.note ?? verdict.figures) : undefined
}

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
      const { pathname, search } = new URL(request.url)
      const { method, body } = request
      const headers = { ...Object.fromEntries(request.headers), 'x-forwarded-for': address }
      const answer = await fetch(`${stack.url}${pathname}${search}`, { method, headers, body, redirect: 'manual' })
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

story('A hosted project behind its proxy is well, and one whose function cannot be believed is not', async (stack) => {
  await asHosted(stack, async (address, functionUrl) => {
    const visitAs = (proxySecret: string, url = functionUrl) =>
      newVisit(address, { proxy: { functionUrl: url, secret: proxySecret, region: undefined } })
    const alone = await runOnly(newVisit(address), renewalsCheck)
    assertProblem(alone, renewalsCheck, /^not tried: .*BUBBLEQUEST_PROXY_SECRET/)
    for (const [visit, seen] of [
      [visitAs(`${secret}!`), /does not believe the proxy’s secret/],
      [
        visitAs(secret, functionUrl.replace('http:', 'https:')),
        /^127\.0\.0\.1:\d+ answers an encrypted call in the open/,
      ],
      [visitAs(secret, 'http://127.0.0.1:1/functions/v1/api'), /^127\.0\.0\.1:1 cannot be reached: /],
    ] as const)
      assertProblem(await runChecks(visit, [callerCheck]), callerCheck, seen)
    // Last, because its guesses keep this address from signing in.
    // Live news does not pass that proxy.
    const passing = familyChecks.filter((check) => check !== movesCheck)
    assert.deepEqual(problemsOf(await runChecks(visitAs(secret), passing)), {})
  })
  const believingAnybody = async (address: string, functionUrl: string) => {
    const visit = newVisit(address, { proxy: { functionUrl, secret, region: undefined } })
    assertProblem(
      await runChecks(visit, [callerCheck]),
      callerCheck,
      /^At the function's own address .* is believed\.$/,
    )
  }
  await asHosted(stack, believingAnybody, false)
  assert.equal(await visitsLeft(stack), 0)
})

story('A self-hosted Supabase behind its proxy is well, and Auth is asked where it is reached whole', async (stack) => {
  await behind(stack.url, selfHosted, async (address) => {
    const mailbox = withLinks(await mailboxOf(stack), atAddress(address))
    const through = await runOnly(
      newVisit(address, { mailbox }),
      ...[tablesCheck, providersCheck, passwordChangeCheck, liveTokenCheck, signUpCheck, recoveryCheck],
    )
    assert.deepEqual(Object.keys(problemsOf(through)), [passwordChangeCheck.name])
    assertProblem(through, passwordChangeCheck, /^not tried: .*BUBBLEQUEST_DOCTOR_AUTH_URL/)
    assert.equal(toldBy(through, liveTokenCheck), 'nothing is led out that could be asked for an account')
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
    const whole = newVisit(address, { authUrl: `${stack.url}/auth/v1` })
    assert.deepEqual(problemsOf(await runOnly(whole, passwordChangeCheck, liveTokenCheck, limitCheck)), {})
  })
  assert.equal(await visitsLeft(stack), 0)
})

story('With an account that was named it makes no family, and leaves that one as it was', async (stack) => {
  const everything = await operatorsFamily(stack)
  const before = await everything()
  const changing = familyChecks.filter((check) => check !== renewalsCheck && check !== limitCheck)
  assert.deepEqual(problemsOf(await runChecks(newVisit(stack.url, { account }), changing)), {
    [otherFamilyCheck.name]: 'not tried: It takes a second account; with one that was named, none is made.',
    [goneCheck.name]: 'not tried: The family is that of the account that was named, and stays.',
  })
  assert.deepEqual(await everything(), before)
  assert.equal(await visitsLeft(stack), 0)
  const wrong = await runOnly(newVisit(stack.url, { account: { ...account, password: 'wrong' } }))
  assertProblem(wrong, cookiesCheck, /answered 401/)
  await deleteOperatorsFamily(stack)
})

confirmedStory('With addresses confirmed by mail and no account named it says how to name one', async (stack) => {
  const { code, said } = await startDoctor([stack.url]).end()
  assert.equal(code, 0, said)
  const how =
    /\n12 well, 6 not tried, 0 ill\n\n(.*)\nTo have them tried, .*: BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD\.\n$/s
  const names = [...said.matchAll(/^----(  .*)$/gm)].map(([, name]) => name)
  assert.deepEqual(how.exec(said)?.[1]?.split('\n'), [`${noAccount} Not tried for this reason:`, ...names], said)
  assert.equal((await stack.sql`select from auth.users`).length, 0)
})

confirmedStory(
  'Mails have to be ours and lead here: else their links are used up, or lead elsewhere',
  async (stack) => {
    await behind(stack.url, {}, async (address) => {
      const mails = (await mailboxOf(stack)) ?? assert.fail()
      const lookAt = async (mailbox: MailReader) =>
        problemsOf(await runOnly(newVisit(address, { mailbox }), signUpCheck, recoveryCheck))
      const elsewhere = await lookAt(mails)
      const ofSupabase = await lookAt(withLinks(mails, asSupabaseWrites))
      for (const [{ name }, page] of [
        [signUpCheck, 'confirm'],
        [recoveryCheck, 'new-password'],
      ] as const) {
        assert.match(
          elsewhere[name] ?? '',
          new RegExp(`leads to http://localhost:\\d+/${page} instead of http://127\\.0\\.0\\.1:\\d+/${page}\\.$`),
        )
        assert.match(ofSupabase[name] ?? '', /^The mail that came is not ours: .*\/auth\/v1\/verify is used up/)
      }
    })
    assert.equal(await visitsLeft(stack), 0)
  },
)

confirmedStory(
  'With addresses confirmed by mail it follows the mail, or goes on with a named account',
  async (stack) => {
    await behind(stack.url, {}, async (address) => {
      const mailbox = withLinks(await mailboxOf(stack), atAddress(address))
      const tell = async (given: Parameters<typeof newVisit>[1]) => {
        const verdicts = await runOnly(newVisit(address, given), signUpCheck, recoveryCheck)
        assert.deepEqual(problemsOf(verdicts), {})
        return [toldBy(verdicts, signUpCheck), toldBy(verdicts, recoveryCheck)]
      }
      assert.deepEqual(await tell({ mailbox }), ['confirmed by the mail that came', undefined])
      await operatorsFamily(stack)
      const notFollowed = 'new addresses are confirmed; the mail itself was not tried'
      assert.deepEqual(await tell({ account }), [
        notFollowed,
        `asked for; look into the inbox of ${account.email} for a link to ${address}/new-password`,
      ])
      // As if the next visit came later.
      await stack.sql`update auth.users set recovery_sent_at = null where email = ${account.email}`
      await stack.sql`update private.tries set since = since - interval '1 minute'`
      assert.deepEqual(await tell({ account, mailbox }), [
        notFollowed,
        'mailed; the password of the account that was named stays as it is',
      ])
      assert.deepEqual(problemsOf(await runOnly(newVisit(address, { account }))), {})
    })
    await deleteOperatorsFamily(stack)
    assert.equal(await visitsLeft(stack), 0)
  },
)

story('Mails are read from Mailpit too, also where it is called by another name of this machine', async (stack) => {
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
  const mails = await findMailbox(stack.url, { named: `http://127.0.0.1:${mailpit.addr.port}` })
  const mailbox = withLinks(mails, atAddress(stack.url.replace('127.0.0.1', 'localhost')))
  const verdicts = await runOnly(newVisit(stack.url, { mailbox }), recoveryCheck)
  await mailpit.shutdown()
  assert.deepEqual(problemsOf(verdicts), {})
})

story('The command goes through a healthy house, leaves nothing, and reports as text and as JSON', async (stack) => {
  const file = `${appFolder}/report.json`
  const well = await startDoctor([stack.url, '--family', '--code', stack.mailboxCode(), '--json', file]).end()
  const count = familyChecks.length
  assert.deepEqual([well.code, well.said.endsWith(`\n${count} well, 0 not tried, 0 ill\n`)], [0, true], well.said)
  assert.match(well.said, /^well {2}A family renews .* \(renewals 200, addresses 60, p50 ms \d+, p95 ms \d+\)$/m)
  const { checks, begunAt, ...counts } = JSON.parse(await Deno.readTextFile(file))
  assert.deepEqual(counts, { address: stack.url, isWell: true, well: count, notTried: 0, ill: 0 })
  assert.ok(Date.parse(begunAt) < Date.now())
  const { moves, refused } = Object.assign({}, ...[movesCheck, kidsDeviceCheck].map((check) => toldBy(checks, check)))
  assert.deepEqual([checks.length, moves, refused > 20], [count, 40, true])
  assert.equal(toldBy(checks, recoveryCheck), undefined)
  assert.equal(await visitsLeft(stack), 0)
})

story('The command says how to call it, and ends with 1 where nobody answers', async ({ url }) => {
  const wrong = ['ftp://bubblequest.example', `${url} ${url}`, `${url} --mailbox post`, `${url} --fast`]
  const calls = [...wrong, '--help'].map((args) => startDoctor(args.split(' ')).end())
  const answers = (await Promise.all(calls)).map(({ code, said }) => [code, said.startsWith('Usage: npm run doctor')])
  assert.deepEqual(answers, [...wrong.map(() => [2, true]), [0, true]])
  const file = `${appFolder}/nobody.json`
  const nobody = await startDoctor(['http://127.0.0.1:1', '--json', file]).end()
  assert.deepEqual([nobody.code, JSON.parse(await Deno.readTextFile(file)).isWell], [1, false])
  assert.match(nobody.said, /ILL {3}The app is there\n {6}Seen: .+\n {6}Remedy: For Bubblequest on its own/)
})

story('Stopped in the middle by Ctrl-C it deletes what it made', async (stack) => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const atFirstChange = changeAnswer(/^PATCH \/api\/quest-columns\//, async () => {
    reach()
    await released
    return undefined
  })
  await behind(stack.url, atFirstChange, async (address) => {
    const command = startDoctor([address])
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
