import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { behind } from '../../testing/doctor/faulty-proxy.ts'
import { startDoctor } from '../../testing/doctor/visits.ts'
import { onOwnStack } from '../../testing/stack.ts'
import { callerCheck } from './caller.ts'
import { familyChecks } from './checks.ts'
import { httpsCheck } from './site.ts'
import { newVisit, runChecks } from './visit.ts'
import type { Verdict } from './visit.ts'

const story = onOwnStack()

// authority.pem signed one that signed the others until 2125: whole.pem, alone.pem without the one between, other-name.pem for
// elsewhere.example, and expired.pem, which was good until 2020. All have the same key.
const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../testing/doctor/certificates/${name}.pem`, import.meta.url))
const ownAuthority = fileURLToPath(new URL('../../testing/certificate/', import.meta.url))

/** A server with that certificate. */
const serve = (cert: string, key: string, answer: () => Response) =>
  Deno.serve(
    {
      port: 0,
      hostname: '127.0.0.1',
      cert: Deno.readTextFileSync(cert),
      key: Deno.readTextFileSync(key),
      onListen() {},
    },
    answer,
  )

/** The report of the command about a server with that certificate. */
async function reportAbout(cert: string, key: string, env: Record<string, string> = {}): Promise<Verdict[]> {
  const server = serve(cert, key, () => new Response('Not here', { status: 404 }))
  const report = await Deno.makeTempFile()
  try {
    await startDoctor([`https://localhost:${server.addr.port}`, '--family', '--json', report], env).end()
    return JSON.parse(await Deno.readTextFile(report)).checks
  } finally {
    await Deno.remove(report)
    await server.shutdown()
  }
}

const trusted = { DENO_CERT: pathOf('authority') }
const key = pathOf('key')

const certificates: [what: string, report: () => Promise<Verdict[]>, seen: RegExp, remedy: RegExp][] = [
  [
    'has expired',
    () => reportAbout(pathOf('expired'), key, trusted),
    /^The certificate of localhost:\d+ has expired on 2020-04-01\.$/,
    /^Renew it/,
  ],
  [
    'is for another name',
    () => reportAbout(pathOf('other-name'), key, trusted),
    /^The certificate of localhost:\d+ is for elsewhere\.example, not for localhost\.$/,
    /for this name/,
  ],
  [
    'is of an authority that nobody knows',
    () => reportAbout(pathOf('whole'), key),
    /^The certificate of localhost:\d+ comes from “Authority of the tests”, an authority that is not known here\.$/,
    /DENO_CERT=/,
  ],
  [
    'comes without the chain behind it',
    () => reportAbout(pathOf('alone'), key, trusted),
    /^localhost:\d+ sends its certificate alone: that of “Between authority and certificate”, which signed it, is missing/,
    /fullchain\.pem/,
  ],
  [
    'has signed itself',
    () => reportAbout(`${ownAuthority}cert.pem`, `${ownAuthority}key.pem`),
    /^The certificate of localhost:\d+ was signed with its own key, by no authority\.$/,
    /DENO_CERT=/,
  ],
]

for (const [what, report, seen, remedy] of certificates) {
  Deno.test(`A certificate that ${what} is found once, with its own remedy, and nothing else is blamed`, async () => {
    const verdicts = await report()
    assert.equal(verdicts.length, familyChecks.length)
    const ill = verdicts.filter((verdict) => verdict.outcome === 'ill')
    assert.deepEqual(
      ill.map(({ name }) => name),
      [httpsCheck.name],
    )
    assert.match(ill[0]?.seen ?? '', seen)
    assert.match(ill[0]?.remedy ?? '', remedy)
    const left = verdicts.find((verdict) => verdict.outcome === 'not tried')
    assert.match(
      left?.outcome === 'not tried' ? left.why : '',
      /^The certificate of localhost:\d+ has to be right first\.$/,
    )
  })
}

Deno.test('The certificate of an authority of one’s own is trusted when the command is given it', async () => {
  const [https, app] = await reportAbout(pathOf('whole'), key, trusted)
  assert.equal(https?.outcome, 'well')
  assert.match(app?.outcome === 'ill' ? app.seen : '', /answered 404/)
})

Deno.test('A port that speaks no TLS is named as that', async () => {
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, () => new Response())
  const [verdict] = await runChecks(newVisit(`https://localhost:${server.addr.port}`), [httpsCheck])
  await server.shutdown()
  assert.match(
    verdict?.outcome === 'ill' ? verdict.seen : '',
    /^localhost:\d+ answers an encrypted call in the open\.$/,
  )
})

story(
  'A wrong certificate of the function, and a function that is away, are not taken for a wrong secret',
  async (stack) => {
    const server = serve(pathOf('whole'), key, () => new Response())
    const look = (functionUrl: string) =>
      behind(stack.url, {}, async (address) => {
        const proxy = { functionUrl, secret: 'a secret of at least 32 characters', region: undefined }
        const [verdict] = await runChecks(newVisit(address, { proxy }), [callerCheck])
        return verdict?.outcome === 'ill' ? verdict.seen : assert.fail(JSON.stringify(verdict))
      })
    const untrusted = await look(`https://localhost:${server.addr.port}/functions/v1/api`)
    await server.shutdown()
    assert.match(untrusted, /^The certificate of localhost:\d+ comes from “Authority of the tests”/)
    assert.match(await look('http://127.0.0.1:1/functions/v1/api'), /^127\.0\.0\.1:1 cannot be reached: /)
  },
)
