import * as z from 'zod/mini'
import { accountOf, askAuth, authSettings } from './account.ts'
import { deployAll } from './place.ts'
import type { Check } from './visit.ts'
import { found, notTried, parseAnswer } from './visitor.ts'

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
    const { external } = await authSettings(visit)
    const open = Object.keys(external).filter((way) => external[way] === true && way !== 'email')
    if (open.length > 0) return found(`Auth also lets people in by ${open.join(', ')}.`)
  },
}

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
    const { email, password } = accountOf(visit)
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
    const headers = { authorization: `Bearer ${token}` }
    const changed = await askAuth(visit, 'PUT', '/user', { at, body: { password }, headers })
    if (!changed.text.includes('"current_password_required"'))
      return found(`Auth answered a new password ${changed.status}: ${changed.text.slice(0, 120)}`)
  },
}
