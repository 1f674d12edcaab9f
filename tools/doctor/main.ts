import { parseArgs } from 'node:util'
import { readProxySettings } from '../../deploy/proxy.ts'
import { familyChecks, quickChecks } from './checks.ts'
import { inboxOf } from './mailbox.ts'
import { newVisit, runChecks, summaryOf, textOf } from './visit.ts'

const usage = `Usage: npm run doctor -- https://your.address [--family] [--email ADDRESS] [--json FILE]

Looks at a deployment from outside, in seconds, and says what is wrong with it and what to do. It signs up
a family of its own and deletes it in the end, also after a failure and at Ctrl-C. Ends with 0 when nothing
is ill, with 1 otherwise, also where the server was too busy to answer.

  --family         goes through everything that has to work there, as a family would; takes about a minute
  --email ADDRESS  an address of yours without an account, as you+visit@example.org: the visit signs up with
                   it, and you paste the link of each mail. Without it mails are not tried, and where new
                   accounts are confirmed by mail nothing that takes an account
  --json FILE      writes the report to that file too

Read from the environment: BUBBLEQUEST_DOCTOR_AUTH_URL, where Auth is reached whole, if a proxy leads out
only a few of its calls; BUBBLEQUEST_FUNCTION_URL and BUBBLEQUEST_PROXY_SECRET, the settings of the proxy,
to call from many addresses as it does.
`

const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function readArguments() {
  const options = {
    family: { type: 'boolean' },
    help: { type: 'boolean' },
    email: { type: 'string' },
    json: { type: 'string' },
  } as const
  try {
    const { positionals, values } = parseArgs({ args: Deno.args, allowPositionals: true, options })
    const [address = '', ...others] = positionals
    return values.help || (others.length === 0 && isAddress(address)) ? { address, ...values } : undefined
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
const stop = stopOnSignal()
const { address, email } = given
const visit = newVisit(address, {
  mailbox: email === undefined ? undefined : inboxOf(email, stop),
  authUrl: env('DOCTOR_AUTH_URL'),
  proxy: env('PROXY_SECRET') === undefined ? undefined : readProxySettings((name) => Deno.env.get(name)),
  stop,
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
