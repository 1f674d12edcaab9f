import { proxy } from '../../deploy/proxy.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { anyAddress, askAuth } from './account.ts'
import { healthOf } from './site.ts'
import { ownProxy } from './place.ts'
import type { Check, Visit } from './visit.ts'
import { expectAnswer, found, notTried, Visitor } from './visitor.ts'
import type { Send } from './visitor.ts'

/** All headers by which a caller may claim another address. */
function forgedHeaders(visit: Visit, address = anyAddress()): Record<string, string> {
  return {
    // On the server's own machine any program may act as a proxy, and so does this command.
    ...(isTrusted(visit) ? {} : { 'x-forwarded-for': address }),
    'x-real-ip': address,
    'sb-forwarded-for': address,
    'x-bubblequest-caller': address,
    'x-bubblequest-proxy': 'not the secret, but as long as one',
  }
}

export const callerCheck: Check = {
  name: 'Nobody can pretend to call from elsewhere',
  remedy: {
    embedded: `Set BUBBLEQUEST_TRUSTED_PROXIES to the number of proxies in front, and let the outermost replace X-Forwarded-For (${ownProxy}).`,
    ownSupabase:
      'Let the proxy overwrite and take out what deploy/supabase.Caddyfile does, and let nothing else reach the gateway (docs/self-hosted-supabase.md, step 5). Both sides need the same BUBBLEQUEST_PROXY_SECRET.',
    hosted:
      'Lead /api/* and /objects/* through deploy/proxy.ts, which passes on nothing that a caller says of itself, with the same BUBBLEQUEST_PROXY_SECRET as the function.',
  },
  async run(visit) {
    const { visitor, address, proxy, stop } = visit
    const { caller } = await healthOf(visitor)
    if (caller === null) return notTried('The API does not know who calls.')
    const sendFrom = await findSender(visit)
    if (sendFrom !== undefined) visit.sendFrom = sendFrom
    const forged = anyAddress()
    const isBelieved = async (visitor: Visitor) =>
      (await healthOf(visitor, forgedHeaders(visit, forged))).caller === forged
    if (await isBelieved(visitor)) return found(`A caller who says to be ${forged} is believed.`)
    if (proxy === undefined) return `seen as ${caller}`
    const direct = new Visitor(address, stop)
    direct.through = (request) => fetch(`${proxy.functionUrl}/health`, { headers: request.headers })
    // The function refuses callers other than the proxy, or answers without believing their headers.
    if (await isBelieved(direct).catch(() => false))
      return found(`At the function's own address a caller who says to be ${forged} is believed.`)
    return `seen as ${caller}`
  },
}

/** Finds a way to send from other addresses: as the proxy of the deployment, or as one on the machine that runs it. */
async function findSender({ address: own, proxy: settings }: Visit): Promise<((address: string) => Send) | undefined> {
  // Says why the function is not reached, which the proxy answers as unavailable.
  if (settings !== undefined) await new Visitor(own).send('GET', `${settings.functionUrl}/health`)
  const senders: ((address: string) => Send)[] = []
  if (settings !== undefined) senders.push((address) => (request) => proxy(request, address, settings))
  if (isLoopback(own))
    senders.push(
      (address) => (request) =>
        fetch(request, { headers: { ...Object.fromEntries(request.headers), 'x-forwarded-for': address } }),
    )
  for (const sender of senders) {
    const address = anyAddress()
    const visitor = new Visitor(own)
    visitor.through = sender(address)
    const health = await healthOf(visitor).catch(() => undefined)
    if (health?.caller === address) return sender
  }
  if (settings === undefined) return undefined
  return found(
    'The function does not believe the proxy’s secret that was given here: BUBBLEQUEST_PROXY_SECRET or BUBBLEQUEST_FUNCTION_URL is another one there.',
  )
}

/** Whether the API is on this machine, without a proxy in between. */
const isTrusted = ({ address, proxy }: Visit) => proxy === undefined && isLoopback(address)

const isLoopback = (address: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

/** One more than the API looks at. */
const tries = 61

const wrongLogin = () => ({ email: `${crypto.randomUUID()}@family.example`, password: 'not-a-password' })

export const limitCheck: Check = {
  name: 'Who guesses passwords is made to wait, whatever address they pretend',
  remedy: {
    embedded: `Set BUBBLEQUEST_TRUSTED_PROXIES to the number of proxies in front, and let the outermost replace X-Forwarded-For (${ownProxy}).`,
    ownSupabase:
      'At the API: take BUBBLEQUEST_RATE_LIMITS out of bubblequest.env, and see that nobody can pretend to call from elsewhere. At Auth: lead out what deploy/supabase.Caddyfile does and nothing else, let the proxy overwrite what callers say of their address, and set GOTRUE_RATE_LIMIT_HEADER for the service auth (docs/self-hosted-supabase.md, steps 1 and 5).',
    hosted:
      'At the API: take BUBBLEQUEST_RATE_LIMITS out of the secrets of the function, and see that nobody can pretend to call from elsewhere. At Auth: look at the rate limits of sign-ins in the dashboard (Authentication, Rate Limits).',
    local: 'The Auth of `supabase start` counts nobody: let nobody else reach it.',
  },
  async run(visit) {
    const { address, stop, sendFrom } = visit
    const guesser = new Visitor(address, stop)
    guesser.through = sendFrom?.(anyAddress()) ?? guesser.through
    const answers: ApiResponse[] = []
    while (answers.length < tries) {
      const some = Array.from({ length: Math.min(6, tries - answers.length) }, () =>
        guesser.ask('login', {}, { body: wrongLogin(), headers: forgedHeaders(visit) }),
      )
      answers.push(...(await Promise.all(some)))
    }
    const limited = answers.filter(({ status }) => status === 429)
    for (const answer of answers) if (answer.status !== 429) expectAnswer(answer, 401, 'A wrong password')
    if (limited.length === 0) return found(`All ${tries} guesses of one caller were looked at.`)
    if (limited.some(({ headers }) => !(Number(headers.get('retry-after')) > 0)))
      return found('A refused guess does not say when to try again: Retry-After is missing.')
    const atAuth = await guessAtAuth(visit)
    if (sendFrom === undefined)
      return `${limited.length} of ${tries} refused, ${atAuth}; from here nobody signs in for 5 minutes`
    const other = new Visitor(address, stop)
    other.through = sendFrom(anyAddress())
    expectAnswer(
      await other.ask('login', {}, { body: wrongLogin() }),
      401,
      'A guess of somebody else at another address',
    )
    return { guesses: tries, refused: limited.length }
  },
}

/** Guesses passwords at Auth itself, as anybody may who has read the publishable key out of a page. Returns a note. */
async function guessAtAuth(visit: Visit): Promise<string> {
  const oneLogin = wrongLogin()
  // On the machine itself it calls as a proxy does, so that its own address has nothing to wait for.
  const from = isTrusted(visit) ? { 'x-forwarded-for': anyAddress() } : {}
  for (const pretended of ['', 'x-forwarded-for', 'x-real-ip', 'sb-forwarded-for']) {
    const how = pretended === '' ? '' : `, each with another address as ${pretended}`
    const guess = () => {
      const headers = pretended === '' ? from : { ...from, [pretended]: anyAddress() }
      // A proxy that is trusted may say this one: then guesses at one account have to be counted together.
      const body = pretended === 'x-forwarded-for' ? oneLogin : wrongLogin()
      return askAuth(visit, 'POST', '/token?grant_type=password', { body, headers })
    }
    // One after the other: what is asked once the answer is known would only make this address wait longer.
    let answer = await guess()
    for (let count = 1; answer.status === 400 || answer.text.includes('invalid_credentials'); count++) {
      if (count === tries) return found(`Auth itself looked at all ${tries} wrong passwords${how}.`)
      answer = await guess()
    }
    if (answer.status >= 500)
      return found(`A wrong password at Auth itself${how} answered ${answer.status}: ${answer.text.slice(0, 120)}`)
    if (answer.status !== 429) return `signing in at Auth is not led out (${answer.status})`
  }
  return 'made to wait at Auth too'
}
