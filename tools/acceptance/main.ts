import { parseArgs } from 'node:util'
import { readProxySettings } from '../../deploy/proxy.ts'
import { countOf, runChecks, stopOnSignal, summaryOf, textOf } from '../doctor/visit.ts'
import { findMailbox } from './mail.ts'
import { stories } from './stories.ts'
import { newAcceptance } from './visit.ts'

const usage = `Usage: npm run acceptance -- https://your.address [--mailbox URL] [--code CODE] [--json FILE]

Goes through everything that has to work in a deployment, with a family of its own that it deletes in the end,
also after a failure and at Ctrl-C. Says what it found, and for each failure what to do. It takes about a minute.

  --mailbox URL   where mails land that nobody is to get: Mailpit of \`supabase start\` (http://127.0.0.1:54324)
  --code CODE     opens the mailbox of a Bubblequest on this machine: its terminal shows the code
  --json FILE     writes the report to that file too

Where new accounts are confirmed by mail, name one that is there; its family stays as it is. Without, what
takes an account is not tried:

  BUBBLEQUEST_ACCEPTANCE_EMAIL, BUBBLEQUEST_ACCEPTANCE_PASSWORD

Where a proxy leads out only a few calls of Auth, say where it is reached whole:

  BUBBLEQUEST_ACCEPTANCE_AUTH_URL

To see that many families can renew their sessions at the same time it has to call from many addresses. It does
so as the proxy of the deployment, with the same settings:

  BUBBLEQUEST_FUNCTION_URL, BUBBLEQUEST_PROXY_SECRET
`

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      args: Deno.args,
      allowPositionals: true,
      options: { mailbox: { type: 'string' }, code: { type: 'string' }, json: { type: 'string' } },
    })
    const [address = '', ...others] = positionals
    const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
    if (others.length > 0 || !isAddress(address) || (values.mailbox !== undefined && !isAddress(values.mailbox))) return undefined
    return { address, ...values }
  } catch {
    return undefined
  }
}

const given = readArguments()
if (given === undefined) {
  console.error(usage)
  Deno.exit(2)
}
const { address, mailbox, code, json } = given
const env = (name: string) => Deno.env.get(`BUBBLEQUEST_ACCEPTANCE_${name}`) ?? Deno.env.get(`BUBBLEQUEST_DOCTOR_${name}`)
const [email, password] = [env('EMAIL'), env('PASSWORD')]
const visit = newAcceptance(address, {
  account: email === undefined || password === undefined ? undefined : { email, password },
  mailbox: await findMailbox(address, { named: mailbox, code }),
  authUrl: env('AUTH_URL'),
  proxy: Deno.env.has('BUBBLEQUEST_PROXY_SECRET') ? readProxySettings((name) => Deno.env.get(name)) : undefined,
  stop: stopOnSignal(),
})
const begunAt = new Date().toISOString()
const verdicts = await runChecks(visit, stories, (verdict) => console.log(textOf(verdict)))
const [well, left, ill] = [countOf(verdicts, 'well'), countOf(verdicts, 'not tried'), countOf(verdicts, 'ill')]
const isAccepted = ill === 0 && !visit.stop.aborted
console.log(`\n${summaryOf(verdicts, visit)}`)
if (json !== undefined) {
  await Deno.writeTextFile(json, `${JSON.stringify({ address: visit.address, begunAt, isAccepted, well, notTried: left, ill, checks: verdicts }, null, 2)}\n`)
}
Deno.exit(isAccepted ? 0 : 1)
