import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { startDoctor } from '../../testing/doctor/visits.ts'
import { familyChecks } from './checks.ts'
import { httpsCheck } from './site.ts'
import type { Verdict } from './visit.ts'

// authority.pem signed one that signed the others until 2125: whole.pem, alone.pem without the one between, other-name.pem for
// elsewhere.example, and expired.pem, which was good until 2020. All have the same key.
const folder = new URL('../../testing/doctor/certificates/', import.meta.url)
const trusted = { DENO_CERT: fileURLToPath(new URL('authority.pem', folder)) }

/** The report of the command about a server with that certificate. */
async function reportOn(name: string, env: Record<string, string> = trusted, keyName = 'key'): Promise<Verdict[]> {
  const [cert, key] = [name, keyName].map((file) => Deno.readTextFileSync(new URL(`${file}.pem`, folder)))
  const server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', cert: cert ?? '', key: key ?? '', onListen() {} },
    () => new Response('Not here', { status: 404 }),
  )
  const report = await Deno.makeTempFile()
  try {
    await startDoctor([`https://localhost:${server.addr.port}`, '--family', '--json', report], env).end()
    return JSON.parse(await Deno.readTextFile(report)).checks
  } finally {
    await Deno.remove(report)
    await server.shutdown()
  }
}

const certificates: [what: string, report: () => Promise<Verdict[]>, seen: RegExp, remedy: RegExp][] = [
  ['has expired', () => reportOn('expired'), / has expired on 2020-04-01\.$/, /^Renew it/],
  [
    'is for another name',
    () => reportOn('other-name'),
    / is for elsewhere\.example, not for localhost\.$/,
    /for this name/,
  ],
  [
    'is of an authority that nobody knows',
    () => reportOn('whole', {}),
    / comes from “Authority of the tests”, an authority that is not known here\.$/,
    /DENO_CERT=/,
  ],
  [
    'comes without the chain behind it',
    () => reportOn('alone'),
    /^localhost:\d+ sends its certificate alone: that of “Between authority and certificate”, which signed it, is missing/,
    /fullchain\.pem/,
  ],
  [
    'has signed itself',
    () => reportOn('../../certificate/cert', {}, '../../certificate/key'),
    / was signed with its own key, by no authority\.$/,
    /DENO_CERT=/,
  ],
]

for (const [what, report, seen, remedy] of certificates) {
  Deno.test(`A certificate that ${what} is found once, with its own remedy, and nothing else is blamed`, async () => {
    const [first, ...others] = await report()
    assert.ok(first?.outcome === 'ill' && first.name === httpsCheck.name, JSON.stringify(first))
    assert.match(first.seen, seen)
    assert.match(first.remedy, remedy)
    assert.equal(others.length, familyChecks.length - 1)
    const why = others.map((verdict) => (verdict.outcome === 'not tried' ? verdict.why : verdict.outcome))
    assert.match(why[0] ?? '', /^The certificate of localhost:\d+ has to be right first\.$/)
    assert.ok(!why.includes('ill'))
  })
}

Deno.test('The certificate of an authority of one’s own is trusted when the command is given it', async () => {
  const [https, app] = await reportOn('whole')
  assert.equal(https?.outcome, 'well')
  assert.match(app?.outcome === 'ill' ? app.seen : '', /answered 404/)
})
