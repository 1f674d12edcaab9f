import { proxy } from '../../deploy/proxy.ts'
import { Health } from '../../domain/contract/health.ts'
import { found, notTried, read, Visitor } from '../doctor/visitor.ts'
import type { Send } from '../doctor/visitor.ts'
import { anyAddress, inParallel } from './visit.ts'
import type { Acceptance, Story } from './visit.ts'

/** By all that a caller may say of where it calls from. */
const forgedHeaders = (address: string) => ({
  'x-forwarded-for': address,
  'x-real-ip': address,
  'sb-forwarded-for': address,
  'x-bubblequest-caller': address,
  'x-bubblequest-proxy': 'not the secret, but as long as one',
})

export const callerStory: Story = {
  name: 'Nobody can pretend to call from elsewhere',
  remedy:
    'Lead /api/* and /objects/* through deploy/proxy.ts, which passes on nothing that a caller says of itself. A reverse proxy of your own has to replace x-forwarded-for, as Caddy does.',
  async run(visit) {
    const { visitor, proxy } = visit
    const caller = await callerOf(visitor)
    if (caller === null) return notTried('The API does not know who calls.')
    const speakFor = await findSpeaker(visit)
    if (speakFor !== undefined) visit.speakFor = speakFor
    const forged = anyAddress()
    const headers: Record<string, string> = forgedHeaders(forged)
    // On the machine itself a proxy may say for whom it speaks, and this command is no other than one.
    if (isTrusted(visit)) delete headers['x-forwarded-for']
    if ((await callerOf(visitor, headers)) === forged) return found(`A caller who says to be ${forged} is believed.`)
    if (proxy === undefined) return `seen as ${caller}`
    const direct = await fetch(`${proxy.functionUrl}/health`, { headers: forgedHeaders(forged), signal: AbortSignal.timeout(20_000) })
    const health = Health.safeParse(read(await direct.text()))
    if (health.success && health.data.caller === forged) return found(`At the function's own address a caller who says to be ${forged} is believed.`)
    return `seen as ${caller}`
  },
}

export const limitStory: Story = {
  name: 'Who guesses passwords is made to wait, whatever address they pretend',
  remedy:
    'At the API: take BUBBLEQUEST_RATE_LIMITS out of the secrets of the function, and see that nobody can pretend to call from elsewhere. At Auth: on your own Supabase lead out what deploy/supabase.Caddyfile does and nothing else, let the proxy overwrite what callers say of their address, and set GOTRUE_RATE_LIMIT_HEADER for the service auth (docs/self-hosted-supabase.md); on a hosted project look at its rate limits of sign-ins; that of `supabase start` counts nobody, so let nobody else reach it.',
  async run(visit) {
    const { address, stop, speakFor } = visit
    const tries = 61
    const guesser = new Visitor(address, stop)
    if (speakFor !== undefined) guesser.through = speakFor(anyAddress())
    const guess = (visitor: Visitor, headers: Record<string, string> = {}) =>
      visitor.ask('login', {}, { email: `${crypto.randomUUID()}@family.example`, password: 'not-a-password' }, headers)
    const answers = await inParallel(Array.from({ length: tries }), 6, () => {
      const { 'x-forwarded-for': forwardedFor, ...headers } = forgedHeaders(anyAddress())
      return guess(guesser, isTrusted(visit) ? headers : { ...headers, 'x-forwarded-for': forwardedFor })
    })
    const odd = answers.find(({ status }) => status !== 401 && status !== 429)
    if (odd !== undefined) return found(`A wrong password answered ${odd.status}: ${odd.text.slice(0, 120)}`)
    const limited = answers.filter(({ status }) => status === 429)
    if (limited.length === 0) return found(`All ${tries} guesses of one caller were looked at.`)
    if (limited.some(({ headers }) => !(Number(headers.get('retry-after')) > 0)))
      return found('A refused guess does not say when to try again: Retry-After is missing.')
    const atAuth = await guessAtAuth(visit, tries)
    if (speakFor === undefined) return `${limited.length} of ${tries} refused, ${atAuth}; whoever calls from here signs in again in 5 minutes`
    const other = new Visitor(address, stop)
    other.through = speakFor(anyAddress())
    const { status, text } = await guess(other)
    if (status !== 401) return found(`Somebody else at another address got ${status} meanwhile: ${text.slice(0, 120)}`)
    return { guesses: tries, refused: limited.length }
  },
}

export const tlsStory: Story = {
  name: 'The way to the database is encrypted',
  remedy: 'Take `sslmode` out of BUBBLEQUEST_DB_URL: without it there is TLS to every host but this machine. The certificate goes into BUBBLEQUEST_DB_CA.',
  async run({ visitor }) {
    const { databaseTls } = await visitor.call('health', {})
    if (databaseTls === null) return notTried('The database is on the same machine as the API.')
    if (!databaseTls) return found('What the API asks the database, and its password, travel in the open.')
  },
}

/** Guesses past the API, as anybody may who has read the publishable key out of a page; says what becomes of it. */
async function guessAtAuth(visit: Acceptance, tries: number): Promise<string> {
  const { visitor, address, stop } = visit
  const { url, publishableKey } = await visitor.call('authAccess', {})
  const anybody = () => `${crypto.randomUUID()}@family.example`
  const nobody = anybody()
  // On the machine itself it calls as a proxy does, so that its own address has nothing to wait for.
  const from = isTrusted(visit) ? { 'x-forwarded-for': anyAddress() } : {}
  const guess = async (pretended: string | undefined) => {
    // A proxy that is trusted may say this one: then guesses at one account have to be counted together.
    const email = pretended === 'x-forwarded-for' ? nobody : anybody()
    const response = await fetch(new URL(`${url}/token?grant_type=password`, address), {
      method: 'POST',
      redirect: 'manual',
      headers: {
        apikey: publishableKey,
        'content-type': 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...from,
        ...(pretended !== undefined && { [pretended]: anyAddress() }),
      },
      body: JSON.stringify({ email, password: 'not-a-password' }),
      signal: AbortSignal.any([stop, AbortSignal.timeout(20_000)]),
    })
    return { status: response.status, text: await response.text() }
  }
  for (const pretended of [undefined, 'x-forwarded-for', 'x-real-ip', 'sb-forwarded-for']) {
    const how = pretended === undefined ? '' : `, each with another address as ${pretended}`
    // One after the other: what is asked once the answer is known would only make this address wait longer.
    let answer = await guess(pretended)
    for (let count = 1; isWrongPassword(answer); count++) {
      if (count === tries) return found(`Auth itself looked at all ${tries} wrong passwords${how}.`)
      answer = await guess(pretended)
    }
    if (answer.status >= 500) return found(`A wrong password at Auth itself${how} answered ${answer.status}: ${answer.text.slice(0, 120)}`)
    if (answer.status !== 429) return `signing in at Auth is not led out (${answer.status})`
  }
  return 'made to wait at Auth too'
}

const isWrongPassword = ({ status, text }: { status: number; text: string }) => status === 400 || text.includes('invalid_credentials')

async function callerOf(visitor: Visitor, headers: Record<string, string> = {}): Promise<string | null> {
  const { text } = await visitor.ask('health', {}, undefined, headers)
  const health = Health.safeParse(read(text))
  return health.success ? health.data.caller : found(`/api/health answered no health: ${text.slice(0, 120)}`)
}

/** A way to call from other addresses, tried out: as the proxy of the deployment, or as one on the machine that runs it. */
async function findSpeaker(visit: Acceptance): Promise<((address: string) => Send) | undefined> {
  const { address: own, proxy: settings } = visit
  const speakers: ((address: string) => Send)[] = []
  if (settings !== undefined) speakers.push((address) => (request) => proxy(request, address, settings))
  if (isLoopback(own))
    speakers.push((address) => (request) => fetch(request, { headers: { ...Object.fromEntries(request.headers), 'x-forwarded-for': address } }))
  for (const speaker of speakers) {
    const address = anyAddress()
    const visitor = new Visitor(own)
    visitor.through = speaker(address)
    if ((await callerOf(visitor).catch(() => null)) === address) return speaker
  }
  if (settings !== undefined) {
    return found(
      'The function does not believe the proxy’s secret that was given here: BUBBLEQUEST_PROXY_SECRET or BUBBLEQUEST_FUNCTION_URL is another one there.',
    )
  }
  return undefined
}

/** Whether nothing is between here and an API on this machine. */
const isTrusted = ({ address, proxy }: Acceptance) => proxy === undefined && isLoopback(address)

const isLoopback = (address: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
