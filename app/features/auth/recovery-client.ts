import { MailOrder, NewPassword } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { isLinkOver } from './use-mailed-link.ts'

/** The part of a Supabase client that auth-ui-react uses; it shows the message of an error unchanged. */
export type AuthUiClient = {
  auth: {
    onAuthStateChange(): { data: { subscription: { unsubscribe(): void } } }
    resetPasswordForEmail?: (email: string) => Promise<AuthOutcome>
    updateUser?: (wanted: { password: string }) => Promise<AuthOutcome>
  }
}

export type AuthOutcome = { error: { message: string } | null }

/** Wraps a client so that `onOutcome` gets the outcome of each call, and undefined when a call starts. */
export function withOutcomes(
  { auth }: AuthUiClient,
  onOutcome: (outcome: AuthOutcome | undefined) => void,
): AuthUiClient {
  const { resetPasswordForEmail, updateUser } = auth
  const told = async (call: Promise<AuthOutcome>) => {
    onOutcome(undefined)
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

/** The client for requesting a link. The result is the same whether or not the address has an account. */
export function linkClient(): AuthUiClient {
  return {
    auth: {
      onAuthStateChange: neverChanging,
      resetPasswordForEmail: async (email) => {
        const typed = MailOrder.safeParse({ email })
        return typed.success ? attempt(call('recover', {}, typed.data)) : refused(typed.error)
      },
    },
  }
}

/** The client for setting the new password; calls `onLinkOver` when the link is no longer valid. */
export function newPasswordClient(
  follow: (password: string) => Promise<unknown>,
  onLinkOver: () => void,
): AuthUiClient {
  return {
    auth: {
      onAuthStateChange: neverChanging,
      updateUser: async ({ password }) => {
        const typed = NewPassword.safeParse(password)
        return typed.success ? attempt(follow(typed.data), onLinkOver) : refused(typed.error)
      },
    },
  }
}

// Reports no auth changes, because auth-ui-react would then show its own sign-in form; our pages decide what follows.
const neverChanging = () => ({ data: { subscription: { unsubscribe: () => {} } } })

/** Turns each failure into a sentence, because auth-ui-react waits forever when a call throws. */
async function attempt(work: Promise<unknown>, onLinkOver?: () => void): Promise<AuthOutcome> {
  try {
    await work
    return { error: null }
  } catch (error) {
    if (isLinkOver(error)) onLinkOver?.()
    return { error: { message: sentenceFrom(error) } }
  }
}

const refused = (error: Parameters<typeof fieldMessages>[0]): AuthOutcome => ({
  error: { message: Object.values(fieldMessages(error))[0] ?? '' },
})
