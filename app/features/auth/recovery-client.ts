import { isAuthError, isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/supabase-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Login, NewPassword } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api-client.ts'
import { ApiError, sentenceFrom } from '#app/lib/api-error.ts'
import { fieldMessages } from '#app/lib/field-messages.ts'
import { supabaseAt } from '#app/lib/supabase.ts'
import { inWords } from '#app/texts/in-words.ts'
import { failure } from '#texts/failure'

/** What auth-ui-react really uses of a Supabase client; it shows the message of an error as it is. */
export type AuthUiClient = {
  auth: {
    onAuthStateChange(): { data: { subscription: { unsubscribe(): void } } }
    resetPasswordForEmail?: (email: string) => Promise<Outcome>
    updateUser?: (wanted: { password: string }) => Promise<Outcome>
  }
}

export type Outcome = { error: { message: string } | null }

/** The session a mailed link has opened. It lives in the memory of the page alone. */
export type RecoverySession = { access_token: string; refresh_token: string }

/** The same client, which tells `onOutcome` what became of each call, and that there is nothing to tell while one is under way. */
export function withOutcomes({ auth }: AuthUiClient, onOutcome: (outcome: Outcome) => void): AuthUiClient {
  const { resetPasswordForEmail, updateUser } = auth
  const told = async (call: Promise<Outcome>) => {
    onOutcome({ error: null })
    const outcome = await call
    onOutcome(outcome)
    return outcome
  }
  return {
    auth: {
      ...auth,
      ...(resetPasswordForEmail && { resetPasswordForEmail: (email: string) => told(resetPasswordForEmail(email)) }),
      ...(updateUser && { updateUser: (wanted: { password: string }) => told(updateUser(wanted)) }),
    },
  }
}

/** For asking for a link. The answer is the same whether or not somebody has that address. */
export function linkClient(): AuthUiClient {
  return {
    auth: {
      onAuthStateChange: neverChanging,
      resetPasswordForEmail: (typed) =>
        attempt(async () => {
          const email = Login.shape.email.safeParse(typed)
          if (!email.success) return firstMessage(email.error)
          const redirectTo = new URL('/new-password', window.location.href).href
          const { error } = await withAuth((auth) => auth.resetPasswordForEmail(email.data, { redirectTo }))
          return sentenceOf(error)
        }),
    },
  }
}

export type NewPasswordEvents = { onChanged: () => Promise<void>; onTooOld: () => void }

/** For choosing the new password. Once it is set the link's session is ended, and everything about it forgotten. */
export function newPasswordClient(link: RecoverySession, { onChanged, onTooOld }: NewPasswordEvents): AuthUiClient {
  let session = link
  const change = async (auth: SupabaseClient['auth'], password: string): Promise<string | undefined> => {
    const opened = await auth.setSession(session)
    // Kept for another try: an old session comes back renewed, and its first tokens are used up.
    if (opened.data.session) session = opened.data.session
    const { error } = opened.error ? opened : await auth.updateUser({ password })
    if (error && !isAuthRetryableFetchError(error) && (opened.error || isAuthSessionMissingError(error))) onTooOld()
    if (error) return sentenceOf(error)
    // Should this fail, the password is set all the same, and the session ends by itself.
    await auth.signOut({ scope: 'local' })
    await onChanged()
    return undefined
  }
  return {
    auth: {
      onAuthStateChange: neverChanging,
      updateUser: ({ password }) =>
        attempt(async () => {
          const typed = NewPassword.safeParse(password)
          return typed.success ? withAuth((auth) => change(auth, typed.data)) : firstMessage(typed.error)
        }),
    },
  }
}

// auth-ui-react would put its own sign-in form in the place of ours after some changes; the pages decide what comes next.
const neverChanging = () => ({ data: { subscription: { unsubscribe: () => {} } } })

/** auth-ui-react waits for ever when a call throws, so every failure becomes a sentence. */
async function attempt(work: () => Promise<string | undefined>): Promise<Outcome> {
  try {
    const message = await work()
    return { error: message === undefined ? null : { message } }
  } catch (error) {
    return { error: { message: error instanceof ApiError ? sentenceFrom(error, failure.unreachable) : failure.unreachable } }
  }
}

function sentenceOf(error: Error | null): string | undefined {
  if (error === null) return undefined
  if (!isAuthError(error) || isAuthRetryableFetchError(error)) return failure.unreachable
  if (error.status === 429) return inWords(error.message, 'too_many_tries')
  return inWords(error.message, refusals.find((code) => code === error.code) ?? 'unexpected')
}

/** What the auth service calls as we do. */
const refusals = ['weak_password', 'same_password'] as const

const firstMessage = (error: Parameters<typeof fieldMessages>[0]) => Object.values(fieldMessages(error))[0]

/** A client for a moment. */
async function withAuth<T>(work: (auth: SupabaseClient['auth']) => Promise<T>): Promise<T> {
  const { auth } = supabaseAt(await call('authAccess'))
  try {
    return await work(auth)
  } finally {
    await auth.dispose()
  }
}
