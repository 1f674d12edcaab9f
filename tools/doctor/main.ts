import { parseArgs } from 'node:util'
import { readProxySettings } from '../../deploy/proxy.ts'
import { familyChecks, quickChecks } from './checks.ts'
import { findMailbox } from './mailbox.ts'
import { newVisit, runChecks, summaryOf, textOf } from './visit.ts'

const usage = `Usage: npm run doctor -- https://your.address [--family] [--mailbox URL] [--code CODE] [--json FILE]

Looks at a deployment from outside, in seconds, and says what is wrong with it and what to do. It signs up
a family of its own and deletes it in the end, also after a failure and at Ctrl-C. Ends with 0 when nothing
is ill, with 1 otherwise.

  --family        goes through everything that has to work there, as a family would; takes about a minute
  --mailbox URL   where mails land that nobody is to get: Mailpit of \`supabase start\` (http://127.0.0.1:54324)
  --code CODE     opens the mailbox of a Bubblequest on this machine: its terminal shows the code
  --json FILE     writes the report to that file too

Where new accounts are confirmed by mail, name one that is there; its family stays as it is. Without, what
takes an account is not tried:

  BUBBLEQUEST_DOCTOR_EMAIL, BUBBLEQUEST_DOCTOR_PASSWORD

Where a proxy leads out only a few calls of Auth, say where it is reached whole:

  BUBBLEQUEST_DOCTOR_AUTH_URL

To see that many families can renew their sessions at the same time it has to call from many addresses. It does
so as the proxy of the deployment, with the same settings:

  BUBBLEQUEST_FUNCTION_URL, BUBBLEQUEST_PROXY_SECRET
`

const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function readArguments() {
  const options = {
    family: { type: 'boolean' },
    help: { type: 'boolean' },
    mailbox: { type: 'string' },
    code: { type: 'string' },
    json: { type: 'string' },
  } as const
  try {
    const { positionals, values } = parseArgs({ args: Deno.args, allowPositionals: true, options })
    const [address = '', ...others] = positionals
    const isRight =
      values.help ||
      (others.length === 0 && isAddress(address) && (values.mailbox === undefined || isAddress(values.mailbox)))
    return isRight ? { address, ...values } : undefined
  } catch {
    return undefined
  }
}

/** Ends the visit at Ctrl-C, so that it cleans up; at the second one the process. */
function stopOnSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    Deno.addSignalListener(signal, () => {
      if (stopping.signal.aborted) Deno.exit(130)
      console.log('\nStopped. What was made is deleted now.')
      stopping.abort(new Error('The visit was stopped.'))
    })
  }
  return stopping.signal
}

const given = readArguments()
if (given === undefined || given.help) {
  ;(given === undefined ? console.error : console.log)(usage)
  Deno.exit(given === undefined ? 2 : 0)
}
const env = (name: string) => Deno.env.get(`BUBBLEQUEST_${name}`)
const [email, password] = [env('DOCTOR_EMAIL'), env('DOCTOR_PASSWORD')]
const visit = newVisit(given.address, {
  account: email === undefined || password === undefined ? undefined : { email, password },
  mailbox: await findMailbox(new URL(given.address).origin, { named: given.mailbox, code: given.code }),
  authUrl: env('DOCTOR_AUTH_URL'),
  proxy: env('PROXY_SECRET') === undefined ? undefined : readProxySettings((name) => Deno.env.get(name)),
  stop: stopOnSignal(),
})
const begunAt = new Date().toISOString()
const checks = await runChecks(visit, given.family ? familyChecks : quickChecks, (verdict) =>
  console.log(textOf(verdict)),
)
const { text, ...counts } = summaryOf(checks, visit)
console.log(`\n${text}`)
if (given.json !== undefined)
  await Deno.writeTextFile(
    given.json,
    `${JSON.stringify({ address: visit.address, begunAt, ...counts, checks }, null, 2)}\n`,
  )
Deno.exit(counts.isWell ? 0 : 1)
