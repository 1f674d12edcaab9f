import project from '../../package.json' with { type: 'json' }
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { checks, faults, isRenewal } from '../../testing/doctor/faults.ts'
import { behind, says, saysBesides, selfHosted } from '../../testing/doctor/faulty-proxy.ts'
import { asHosted, secret } from '../../testing/doctor/hosted.ts'
import { assertProblem, mailsOf, problemsOf, runOnly, startDoctor, visitsLeft } from '../../testing/doctor/visits.ts'
import { onOneStack, onOwnStack } from '../../testing/stack.ts'
import { leavesNothingCheck } from './account.ts'
import { passwordChangeCheck, providersCheck } from './auth.ts'
import { callerCheck, limitCheck } from './caller.ts'
import { familyChecks, quickChecks } from './checks.ts'
import { liveNewsCheck } from './live.ts'
import { recoveryCheck, signUpCheck } from './mails.ts'
import { cookiesCheck, renewalsCheck } from './sessions.ts'
import { headersCheck, healthCheck } from './site.ts'
import { newVisit, runChecks, summaryOf } from './visit.ts'

// Stands for the built app: its page, and the templates of its mails.
const appFolder = await Deno.makeTempDir()
await Deno.writeTextFile(`${appFolder}/index.html`, '<!doctype html><div id="app"></div>')
await cp(new URL('../../supabase/templates', import.meta.url), `${appFolder}/mails`, { recursive: true })
Deno.test.afterAll(() => Deno.remove(appFolder, { recursive: true }))

// As in production: what is counted is counted, and addresses are confirmed by mail.
const story = onOwnStack({ appFolder, rateLimits: true, confirmations: true })

for (const [what, front, finds] of faults) {
  story(`Found: ${what}`, async (stack) => {
    const names = Object.keys(finds) as (keyof typeof finds)[]
    await behind(stack.url, front, async (address) => {
      const visit = newVisit(address, { mailbox: mailsOf(stack, address), patienceMs: 1000 })
      const verdicts = await runOnly(visit, ...names.map((name) => checks[name]))
      for (const name of names) assertProblem(verdicts, checks[name], finds[name] ?? /^$/)
    })
    assert.equal(await visitsLeft(stack), 0)
  })
}

story('Named: what cannot be deleted', async (stack) => {
  await behind(stack.url, [says(/\/deletion$/, {}, 500)], async (address) => {
    const left = await runOnly(newVisit(address, { mailbox: mailsOf(stack, address) }), cookiesCheck)
    assertProblem(left, leavesNothingCheck, /^The account visit-\S+ with the password \S+ is left \(.* answered 500/)
  })
  assert.equal(await visitsLeft(stack), 1)
  await stack.sql`delete from auth.users`
})

story('A server that does not answer in time, or is slow with all it does, is too busy and not ill', async (stack) => {
  const { timeout } = AbortSignal
  AbortSignal.timeout = () => timeout.call(AbortSignal, 300)
  const after = (ms: number) => () => delay(ms, new Response())
  await behind(stack.url, [[/^GET \/$/, after(600)]], async (address) => {
    const visit = newVisit(address)
    const verdicts = await runChecks(visit, [headersCheck])
    assertProblem(verdicts, headersCheck, /^not tried: Too busy: .* did not answer within/)
    assert.equal(summaryOf(verdicts, visit).isWell, false)
  }).finally(() => (AbortSignal.timeout = timeout))
  await behind(stack.url, [[/ \/api\/health$/, after(2100)]], async (address) => {
    const visit = newVisit(address, { mailbox: mailsOf(stack, address), patienceMs: 1 })
    const verdicts = await runChecks(visit, [signUpCheck, cookiesCheck, liveNewsCheck, leavesNothingCheck])
    assertProblem(verdicts, liveNewsCheck, /^not tried: Too busy: The live connection did not open: .* needs \d+ ms/)
  })
})

const none = () => {}

story('A hosted project behind its proxy is well in all, and tells text and JSON of it', ({ url, ...stack }) =>
  asHosted(url, none, async (address, functionUrl) => {
    const [email, file] = ['you+visit@family.example', `${appFolder}/report.json`]
    const env = { BUBBLEQUEST_FUNCTION_URL: functionUrl, BUBBLEQUEST_PROXY_SECRET: secret }
    const command = startDoctor([address, '--family', '--email', email, '--json', file], env)
    const mails = mailsOf({ url, ...stack }, address)
    for (const type of ['signup', 'recovery'] as const) await command.paste(mails, email, type)
    const { code, said } = await command.end()
    const count = familyChecks.length
    assert.deepEqual([code, said.endsWith(`\n${count} well, 0 not tried, 0 ill\n`)], [0, true], said)
    assert.match(said, new RegExp(`^well {2}The API .* \\(version ${project.version}\\)$`, 'm'))
    assert.match(said, /^well {2}A change reaches another screen .* \(after \d+ ms\)$/m)
    const { checks, begunAt, ...counts } = JSON.parse(await Deno.readTextFile(file))
    assert.deepEqual(counts, { address, isWell: true, well: count, notTried: 0, ill: 0 })
    assert.deepEqual([checks.length, Date.parse(begunAt) < Date.now()], [count, true])
    assert.equal(await visitsLeft({ url, ...stack }), 0)
  }),
)

story('Found: a hosted function that cannot be believed, and callers who are all taken for one', async (stack) => {
  await asHosted(stack.url, none, async (address, functionUrl) => {
    for (const [proxySecret, url, seen] of [
      [`${secret}!`, functionUrl, /does not believe the proxy’s secret/],
      [secret, functionUrl.replace('http:', 'https:'), /^127\.0\.0\.1:\d+ answers an encrypted call in the open/],
      [secret, 'http://127.0.0.1:1/functions/v1/api', /^127\.0\.0\.1:1 cannot be reached: /],
    ] as const) {
      const visit = newVisit(address, { proxy: { functionUrl: url, secret: proxySecret, region: undefined } })
      assertProblem(await runChecks(visit, [callerCheck]), callerCheck, seen)
    }
  })
  let renewals = 0
  const fault = (request: Request, headers: Headers, path: string) => {
    // As an Auth that counts by address and is sent none: ours counts each session by itself.
    if (isRenewal(request) && ++renewals > 30) return Response.json({ code: 'too_many_tries' }, { status: 429 })
    // The deletion of what the visit made still works.
    if (path !== '/api/health' && !path.endsWith('/deletion')) headers.set('x-forwarded-for', '198.51.100.99')
    return undefined
  }
  await asHosted(stack.url, fault, async (address, functionUrl) => {
    const proxy = { functionUrl, secret, region: undefined }
    const visit = newVisit(address, { mailbox: mailsOf(stack, address), proxy })
    const verdicts = await runOnly(visit, renewalsCheck, limitCheck)
    assertProblem(verdicts, renewalsCheck, /^After 28 renewals: A renewal answered 429/)
    assertProblem(verdicts, limitCheck, /^A guess of somebody else at another address answered 429/)
  })
  assert.equal(await visitsLeft(stack), 0)
})

story('A self-hosted Supabase behind its proxy is well, and Auth is asked where it is reached whole', async (stack) => {
  const inTheOpen = saysBesides(/ \/api\/health$/, { databaseTls: false })
  await behind(stack.url, [selfHosted, inTheOpen], async (address) => {
    const mailbox = mailsOf(stack, address)
    const looks = [healthCheck, providersCheck, passwordChangeCheck, renewalsCheck]
    const through = problemsOf(await runOnly(newVisit(address, { mailbox }), ...looks))
    assert.deepEqual(Object.keys(through), [passwordChangeCheck.name, renewalsCheck.name])
    assert.match(through[passwordChangeCheck.name] ?? '', /^not tried: .*BUBBLEQUEST_DOCTOR_AUTH_URL/)
    assert.match(through[renewalsCheck.name] ?? '', /^not tried: .*BUBBLEQUEST_PROXY_SECRET/)
    // As an Auth that does not know the setting.
    await behind(stack.url, [says(/^PUT \/auth\/v1\/user$/, { id: 'anna' })], async (auth) => {
      const verdicts = await runOnly(newVisit(address, { mailbox, authUrl: `${auth}/auth/v1` }), passwordChangeCheck)
      const verdict = verdicts.find(({ name }) => name === passwordChangeCheck.name)
      assert.match(verdict?.outcome === 'ill' ? verdict.remedy : '', /supabase\/gotrue:v2\.187\.0/)
    })
    const whole = newVisit(address, { mailbox, authUrl: `${stack.url}/auth/v1` })
    assert.deepEqual(problemsOf(await runOnly(whole, passwordChangeCheck, limitCheck)), {})
  })
  assert.equal(await visitsLeft(stack), 0)
})

/** The same link as one of Supabase's own templates. */
function asSupabaseWrites(link: string): string {
  const { origin, hash } = new URL(link)
  const said = new URLSearchParams(hash.slice(1))
  return `${origin}/auth/v1/verify?token=${said.get('token_hash')}&type=${said.get('type')}&redirect_to=${origin}`
}

story('Mails have to be ours and lead here: else their links are used up, or lead elsewhere', async (stack) => {
  await behind(stack.url, [], async (address) => {
    const elsewhere = (link: string) => link.replace(/^http:..[^/]+/, 'https://elsewhere.example')
    for (const [change, seen] of [
      [
        elsewhere,
        /leads to https:\/\/elsewhere\.example\/(confirm|new-password) instead of http:\/\/127\.0\.0\.1:\d+\/\1\.$/,
      ],
      [asSupabaseWrites, /^The mail that came is not ours: .*\/auth\/v1\/verify is used up/],
    ] as const) {
      const verdicts = await runOnly(newVisit(address, { mailbox: mailsOf(stack, address, change) }), recoveryCheck)
      for (const check of [signUpCheck, recoveryCheck]) assertProblem(verdicts, check, seen)
    }
  })
  assert.equal(await visitsLeft(stack), 0)
})

story('Where addresses are confirmed by mail and none is given, what takes an account is not tried', async (stack) => {
  const verdicts = await runChecks(newVisit(stack.url), quickChecks)
  assertProblem(verdicts, signUpCheck, /^not tried: .* --email you\+visit@example\.org\.$/)
  assert.ok(verdicts.every(({ outcome }) => outcome !== 'ill'))
  assert.equal((await stack.sql`select from auth.users`).length, 0)
})

onOneStack()('Where addresses are not confirmed it signs up at once', ({ url }) =>
  behind(url, [], async (address) => {
    const verdicts = await runChecks(newVisit(address), [signUpCheck, cookiesCheck, recoveryCheck, leavesNothingCheck])
    const untried = 'not tried: It takes an address of yours: --email you+visit@example.org.'
    assert.deepEqual(problemsOf(verdicts), { [recoveryCheck.name]: untried })
  }),
)

Deno.test('The command says how to call it, and ends with 1 where nobody answers', async () => {
  const wrong = ['ftp://bubblequest.example', 'http://127.0.0.1:1 http://127.0.0.1:1', 'http://127.0.0.1:1 --fast']
  const calls = [...wrong, '--help'].map((args) => startDoctor(args.split(' ')).end())
  const answers = (await Promise.all(calls)).map(({ code, said }) => [code, said.startsWith('Usage: npm run doctor')])
  assert.deepEqual(answers, [...wrong.map(() => [2, true]), [0, true]])
  const nobody = await startDoctor(['http://127.0.0.1:1']).end()
  assert.equal(nobody.code, 1)
  assert.match(nobody.said, /ILL {3}The app is there.*\n {6}Seen: .+\n {6}Remedy: For Bubblequest on its own/)
})

story('Stopped in the middle by Ctrl-C it deletes what it made', async (stack) => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const hold = (pass: () => Promise<Response>) => {
    reach()
    return released.then(pass)
  }
  await behind(stack.url, [[/ \/api\/auth\/realtime$/, hold]], async (address) => {
    const email = 'you+visit@family.example'
    const { process, paste, end } = startDoctor([address, '--email', email])
    await paste(mailsOf(stack, address), email, 'signup')
    await reached
    assert.equal(await visitsLeft(stack), 1)
    process.kill('SIGINT')
    release()
    const { code, said } = await end()
    const tells = [
      'Stopped. What was made is deleted now.',
      'Not tried: The visit was stopped.',
      leavesNothingCheck.name,
    ]
    assert.deepEqual([code, ...tells.map((line) => said.includes(line))], [1, true, true, true], said)
    assert.ok(said.trimEnd().endsWith('0 ill, stopped before the end'), said)
  })
  assert.equal(await visitsLeft(stack), 0)
})
