import * as z from 'zod/mini'
import { askAuth, familyOf, loginOf } from './account.ts'
import { deployAll, ownProxy, pushMigrations } from './place.ts'
import { joinPublicly, openScreen, broadcastOnce } from './screen.ts'
import type { Check } from './visit.ts'
import { expectAnswer, found, notTried, parseAnswer, Visitor } from './visitor.ts'

export const publicChannelCheck: Check = {
  name: 'No live channel is open to everybody',
  remedy: {
    ...deployAll,
    ownSupabase: 'Let Realtime refuse public channels: docs/self-hosted-supabase.md, step 6.',
    hosted: 'Switch it off in the dashboard: Realtime, Settings, Allow public access.',
    local: '`supabase start` has no switch for it: let nobody else reach it.',
  },
  async run(visit) {
    familyOf(visit)
    const outcome = await joinPublicly(visit.address, await visit.visitor.call('realtimeAccess', {}))
    if (outcome === 'SUBSCRIBED')
      return found('With the publishable key alone a public channel can be joined, and messages be sent on it.')
    if (!outcome.includes('PrivateOnly')) return found(`A public channel answered ${outcome}.`)
  },
}

export const liveNewsCheck: Check = {
  name: 'A change reaches another screen by itself, and no device can pretend one',
  remedy: {
    embedded: `Where nothing arrives, the proxy has to let websockets through (${ownProxy}). Where a device was heard: ${pushMigrations.embedded}`,
    ownSupabase: `Where nothing arrives: let websockets through to /realtime/v1/*, set BUBBLEQUEST_PUBLIC_URL=/ for the function, and look at \`docker compose logs realtime\`. Where a device was heard: ${pushMigrations.ownSupabase}`,
    hosted: `Where nothing arrives: switch Realtime on, and see that pages may connect to the project’s address (connect-src in HOST-FILE). Where a device was heard: ${pushMigrations.hosted}`,
    local: `Where nothing arrives, see that \`npx supabase status\` lists Realtime. Where a device was heard: ${pushMigrations.local}`,
  },
  async run(visit) {
    const { visitor, address, stop } = visit
    const { familyId } = familyOf(visit)
    const access = await visitor.call('realtimeAccess', {})
    await using screen = await openScreen(address, access)
    // No app knows an event of this name.
    const event = 'visit.forged'
    await broadcastOnce(address, access, event)
    for (const token of [access.token, access.publishableKey]) {
      const messages = [{ topic: access.topic, event, payload: {}, private: true }]
      const headers = { apikey: access.publishableKey, ...bearer(token) }
      await new Visitor(address, stop).send('POST', `${access.url}/api/broadcast`, { body: { messages }, headers })
    }
    // Followed by a real event, of a change that changes nothing.
    const [column = found('The board has no column.')] = await visitor.call('columns', { familyId })
    const begun = performance.now()
    await visitor.call('editColumn', { columnId: column.id }, { title: column.title })
    const { at } = await screen.hears(
      (news) => news.event === 'column.saved',
      'The news of a change did not arrive within 10 seconds.',
    )
    if (screen.heard.some((news) => news.event === event))
      return found('What a device said on the topic of the family was heard by the others.')
    return `${Math.round(at - begun)} ms`
  },
}

export const tablesCheck: Check = {
  name: 'The publishable key opens no table',
  remedy: {
    embedded: pushMigrations.embedded,
    ownSupabase: `${pushMigrations.ownSupabase} They grant anon nothing: take back what was granted.`,
    hosted: `${pushMigrations.hosted} They grant anon nothing: take back what was granted.`,
  },
  async run(visit) {
    const { url } = await visit.visitor.call('authAccess', {})
    const { status, text } = await askAuth(visit, 'GET', '/families?select=id&limit=1', {
      at: url.replace(/auth\/v1$/, 'rest/v1'),
    })
    // When the table API is closed, the app may answer in its place.
    if (Array.isArray(parseAnswer(text))) return found(`The table API answered ${status} with a list of families.`)
  },
}

const AuthSettings = z.object({ external: z.record(z.string(), z.boolean()) })

export const providersCheck: Check = {
  name: 'Accounts are made by e-mail and password alone',
  remedy: {
    ...deployAll,
    ownSupabase:
      'Switch the others off: ENABLE_ANONYMOUS_USERS=false and ENABLE_PHONE_SIGNUP=false in .env (docs/self-hosted-supabase.md, step 1), and the settings GOTRUE_EXTERNAL_… of the service auth.',
    hosted: 'Switch the others off in the dashboard: Authentication, Sign In / Providers.',
    local: 'Switch the others off in supabase/config.toml.',
  },
  async run(visit) {
    const { status, text } = await askAuth(visit, 'GET', '/settings')
    const settings = AuthSettings.safeParse(parseAnswer(text))
    if (!settings.success) return found(`Auth answered for its settings ${status}: ${text.slice(0, 120)}`)
    const open = Object.entries(settings.data.external).filter(([way, isOpen]) => isOpen && way !== 'email')
    if (open.length > 0) return found(`Auth also lets people in by ${open.map(([way]) => way).join(', ')}.`)
  },
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const passwordChangeCheck: Check = {
  name: 'Nobody sets a new password who does not know the current one',
  remedy: {
    ...deployAll,
    ownSupabase:
      'Set GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD=true for the service auth, whose image has to be supabase/gotrue:v2.187.0 or newer: an older one ignores it without a word (docs/self-hosted-supabase.md, step 1).',
    hosted: 'Push the settings of this version: `npm run hosted -- config push` (require_current_password).',
    everywhere: 'Until then whoever gets hold of a token can take the account.',
  },
  async run(visit) {
    const { email, password } = loginOf(visit)
    const at = visit.authUrl
    const signedIn = await askAuth(visit, 'POST', '/token?grant_type=password', { at, body: { email, password } })
    if (at === undefined && ([403, 404, 405].includes(signedIn.status) || parseAnswer(signedIn.text) === undefined)) {
      return notTried(
        'No sign-in at Auth itself is led out, which is well. Say where it is reached, as BUBBLEQUEST_DOCTOR_AUTH_URL: on the machine of a Supabase of your own http://127.0.0.1:8000/auth/v1.',
      )
    }
    const token = z.object({ access_token: z.string() }).safeParse(parseAnswer(signedIn.text)).data?.access_token
    if (token === undefined) return found(`Auth answered a sign-in ${signedIn.status}: ${signedIn.text.slice(0, 120)}`)
    // The password it has already, so that nothing changes whatever the answer is.
    const changed = await askAuth(visit, 'PUT', '/user', { at, body: { password }, headers: bearer(token) })
    await askAuth(visit, 'POST', '/logout?scope=local', { at, body: {}, headers: bearer(token) })
    if (!changed.text.includes('"current_password_required"'))
      return found(`Auth answered a new password ${changed.status}: ${changed.text.slice(0, 120)}`)
  },
}

export const liveTokenCheck: Check = {
  name: 'The token of live news opens no account',
  remedy: {
    ...deployAll,
    ownSupabase: `${deployAll.ownSupabase} The function signs these tokens with JWT_SECRET, or with a BUBBLEQUEST_SIGNING_KEY of Auth (step 2).`,
    hosted: `Give the function BUBBLEQUEST_SIGNING_KEY (docs/deploy.md, steps 3 to 5). ${deployAll.hosted}`,
    everywhere: 'A tablet that acts as a child holds this token.',
  },
  async run(visit) {
    loginOf(visit)
    const { token } = await visit.visitor.call('realtimeAccess', {})
    const answer = await askAuth(visit, 'GET', '/user', { at: visit.authUrl, headers: bearer(token) })
    if (answer.status === 404 && visit.authUrl === undefined)
      return 'nothing is led out that could be asked for an account'
    expectAnswer(answer, 403, 'Auth')
  },
}
