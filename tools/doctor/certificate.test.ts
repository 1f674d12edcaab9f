import assert from 'node:assert/strict'
import { problemsOf } from '../../testing/doctor/visits.ts'
import { familyChecks } from './checks.ts'
import { appCheck, httpsCheck } from './site.ts'
import { newVisit, runChecks } from './visit.ts'
import type { Verdict } from './visit.ts'

// authority.pem signed one that signed the others until 2125: whole.pem, other-name.pem for elsewhere.example, and
// expired.pem, which was good until 2020. All have the same key.
const read = (name: string) =>
  Deno.readTextFile(new URL(`../../testing/doctor/certificates/${name}.pem`, import.meta.url))

/** The verdicts about a server with that certificate, of a machine that knows its authority, or does not. */
async function verdictsOn(name: string, knowsAuthority = true): Promise<Verdict[]> {
  const [cert, key, authority] = await Promise.all([name, 'key', 'authority'].map(read))
  const server = Deno.serve(
    { port: 0, hostname: '127.0.0.1', cert: cert ?? '', key: key ?? '', onListen() {} },
    () => new Response('Not here', { status: 404 }),
  )
  const client = Deno.createHttpClient({ caCerts: knowsAuthority ? [authority ?? ''] : [] })
  const visit = newVisit(`https://localhost:${server.addr.port}`)
  visit.visitor.through = (request) => fetch(request, { client })
  const verdicts = await runChecks(visit, familyChecks)
  client.close()
  await server.shutdown()
  return verdicts
}

for (const [what, name, knowsAuthority, seen, remedy] of [
  ['has expired', 'expired', true, /: invalid peer certificate: certificate expired: /, /^Renew it/],
  [
    'is for another name',
    'other-name',
    true,
    /not valid for name "localhost".*elsewhere\.example/,
    /^Order a certificate/,
  ],
  ['is of an authority that nobody knows', 'whole', false, /: UnknownIssuer\.$/, /fullchain\.pem.*DENO_CERT=/],
] as const)
  Deno.test(`A certificate that ${what} is found once, with its own remedy, and nothing else is blamed`, async () => {
    const verdicts = await verdictsOn(name, knowsAuthority)
    const [first, ...others] = verdicts
    assert.ok(first?.outcome === 'ill' && first.name === httpsCheck.name, JSON.stringify(first))
    assert.match(first.seen, seen)
    assert.match(first.remedy, remedy)
    const why = others.map((verdict) => (verdict.outcome === 'not tried' ? verdict.why : verdict.name))
    assert.deepEqual(new Set(why), new Set(['The certificate has to be right first.']))
  })

Deno.test('A certificate of an authority that is known is right', async () => {
  const problems = problemsOf(await verdictsOn('whole'))
  assert.deepEqual([problems[httpsCheck.name], problems[appCheck.name]], [undefined, '/ answered 404.'])
})
