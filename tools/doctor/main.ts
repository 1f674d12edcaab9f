import { checks, newVisit } from './checks.ts'
import { countOf, runChecks, stopOnSignal, summaryOf, textOf } from './visit.ts'

const usage = `Usage: npm run doctor -- https://your.address

Looks at a deployment from outside and says what is wrong with it, and what to do. It signs up a family
of its own and deletes it in the end. Where new accounts are confirmed by mail, name one that is there;
without, what takes an account is not tried:

  BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD

Where a proxy leads out only a few calls of Auth, say where it is reached whole:

  BUBBLEQUEST_DOCTOR_AUTH_URL
`

const [address] = Deno.args
if (address === undefined || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
  console.error(usage)
  Deno.exit(2)
}
const email = Deno.env.get('BUBBLEQUEST_DOCTOR_EMAIL')
const password = Deno.env.get('BUBBLEQUEST_DOCTOR_PASSWORD')
const visit = newVisit(address, {
  account: email === undefined || password === undefined ? undefined : { email, password },
  authUrl: Deno.env.get('BUBBLEQUEST_DOCTOR_AUTH_URL'),
  stop: stopOnSignal(),
})
const verdicts = await runChecks(visit, [...checks.looks, checks.leavesNothing], (verdict) => console.log(textOf(verdict)))
console.log(`\n${summaryOf(verdicts, visit)}`)
Deno.exit(countOf(verdicts, 'ill') === 0 ? 0 : 1)
