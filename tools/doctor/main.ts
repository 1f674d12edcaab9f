import { visit } from './visit.ts'

const usage = `Usage: npm run doctor -- https://your.address

Looks at a deployment from outside and says what is wrong with it, and what to do. It signs up a family
of its own and deletes it in the end. Where new accounts are confirmed by mail, name one that is there:

  BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD
`

const [address] = Deno.args
if (address === undefined || !URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
  console.error(usage)
  Deno.exit(2)
}
const email = Deno.env.get('BUBBLEQUEST_DOCTOR_EMAIL')
const password = Deno.env.get('BUBBLEQUEST_DOCTOR_PASSWORD')
const verdicts = await visit(address, email === undefined || password === undefined ? undefined : { email, password }, (verdict) => {
  console.log(`${verdict.well ? 'well' : 'ILL '}  ${verdict.name}${verdict.well && verdict.note !== undefined ? ` (${verdict.note})` : ''}`)
  if (!verdict.well) console.log(`      Seen: ${verdict.seen}\n      Remedy: ${verdict.remedy}`)
})
const ill = verdicts.filter(({ well }) => !well).length
console.log(`\n${verdicts.length - ill} well, ${ill} ill`)
Deno.exit(ill === 0 ? 0 : 1)
