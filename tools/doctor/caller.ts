import { proxy as forward } from '../../deploy/proxy.ts'
import { anyAddress, askAuth } from './account.ts'
import { ownProxy } from './place.ts'
import { healthOf } from './site.ts'
import type { Check, Visit } from './visit.ts'
import { expectAnswer, found, Visitor } from './visitor.ts'
import type { VisitAnswer } from './visitor.ts'

/** All headers by which a caller may claim another address. */
const forgedHeaders = (visit: Visit, address = anyAddress()): Record<string, string> => ({
  // On the server's own machine any program may act as a proxy.
  ...(isLoopback(visit) ? {} : { 'x-forwarded-for': address }),
  'x-real-ip': address,
  'sb-forwarded-for': address,
  'x-bubblequest-caller': address,
  'x-bubblequest-proxy': 'not the secret, but as long as one',
})

const isLoopback = ({ address }: Visit) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

export const callerCheck: Check = {
  name: 'The API knows who calls, and nobody can pretend to call from elsewhere',
  remedy: {
    embedded: `Set BUBBLEQUEST_TRUSTED_PROXIES to the number of proxies in front, and let the outermost replace X-Forwarded-For (${ownProxy}).`,
    ownSupabase:
      'Give the proxy and the function the same BUBBLEQUEST_PROXY_SECRET (docs/self-hosted-supabase.md, steps 2 and 5), let the proxy overwrite and take out what deploy/supabase.Caddyfile does, and let nothing else reach the gateway.',
    hosted:
      'Lead /api/* and /objects/* through deploy/proxy.ts, which passes on nothing that a caller says of itself, and give it and the function the same BUBBLEQUEST_PROXY_SECRET (docs/deploy.md, steps 3 and 6). Without, cookies may get lost too.',
    everywhere: 'As long as nobody is known, limits count for nobody, and Auth counts all families as one.',
  },
  async run(visit) {
    const { visitor, address, proxy, stop } = visit
    const { caller } = await healthOf(visitor)
    if (caller === null)
      return found(
        'Nothing that the API believes says who calls: the proxy’s secret is missing, here or at the function.',
      )
    const forged = anyAddress()
    const isBelieved = async (visitor: Visitor, headers = forgedHeaders(visit, forged)) =>
      (await healthOf(visitor, headers)).caller === forged
    if (await isBelieved(visitor)) return found(`A caller who says to be ${forged} is believed.`)
    if (proxy === undefined) return `seen as ${caller}`
    // Says why the function is not reached, which the proxy answers as unavailable.
    await visitor.send('GET', `${proxy.functionUrl}/health`)
    const sendFrom = (caller: string) => (request: Request) => forward(request, caller, proxy)
    if (!(await isBelieved(new Visitor(address, stop, sendFrom(forged)), {})))
      return found(
        'The function does not believe the proxy’s secret that was given here: BUBBLEQUEST_PROXY_SECRET or BUBBLEQUEST_FUNCTION_URL is another one there.',
      )
    visit.sendFrom = sendFrom
    return `seen as ${caller}`
  },
}

/** One more than the API looks at. */
const tries = 61

const wrongLogin = () => ({ email: `${crypto.randomUUID()}@family.example`, password: 'not-a-password' })

/** Guesses one after the other, because what is asked once the answer is known makes this address wait longer. */
async function firstRefusal(guess: () => Promise<VisitAnswer>, who: string): Promise<VisitAnswer> {
  for (let count = 0; count < tries; count++) {
    const answer = await guess()
    if (!answer.text.includes('"invalid_credentials"') && answer.status !== 400) return answer
  }
  return found(`${who} looked at all ${tries} wrong passwords of one caller.`)
}

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
    const guesser = new Visitor(address, stop, sendFrom?.(anyAddress()))
    const refused = await firstRefusal(
      () => guesser.ask('login', {}, { body: wrongLogin(), headers: forgedHeaders(visit) }),
      'The API',
    )
    expectAnswer(refused, 429, 'A wrong password')
    if (!(Number(refused.headers.get('retry-after')) > 0))
      return found('A refused guess does not say when to try again: Retry-After is missing.')
    if (sendFrom !== undefined) {
      // Three at once, because Auth lets one more through every two seconds.
      const others = Array.from({ length: 3 }, () => new Visitor(address, stop, sendFrom(anyAddress())))
      for (const guess of await Promise.all(others.map((other) => other.ask('login', {}, { body: wrongLogin() }))))
        expectAnswer(guess, 401, 'A guess of somebody else at another address')
    }
    // As anybody guesses at Auth itself who has read the publishable key out of a page. At one account, because a proxy
    // that is trusted may say where a call comes from.
    const body = wrongLogin()
    const atAuth = await firstRefusal(() => {
      const headers = { ...forgedHeaders(visit), 'x-forwarded-for': anyAddress() }
      return askAuth(visit, 'POST', '/token?grant_type=password', { body, headers })
    }, 'Auth itself')
    if (atAuth.status >= 500) expectAnswer(atAuth, 429, 'A wrong password at Auth itself')
    const told = atAuth.status === 429 ? 'refused by Auth too' : `not led out to Auth (${atAuth.status})`
    return sendFrom === undefined ? `${told}; from here nobody signs in for 5 minutes` : told
  },
}
