import { MailOrder, NewPassword } from '#domain/contract/auth.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { isOver } from './use-mailed-link.ts'

/** What auth-ui-react really uses of a Supabase client; it shows the message of an error as it is. */
export type AuthUiClient = {
  auth: {
    onAuthStateChange(): { data: { subscription: { unsubscribe(): void } } }
    resetPasswordForEmail?: (email: string) => Promise<Outcome>
    updateUser?: (wanted: { password: string }) => Promise<Outcome>
  }
}

export type Outcome = { error: { message: string } | null }

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
      resetPasswordForEmail: async (email) => {
        const typed = MailOrder.safeParse({ email })
        return typed.success ? attempt(call('recover', {}, typed.data)) : refused(typed.error)
      },
    },
  }
}

/** For choosing the new password; `onOver` hears of a link that works no more. */
export function newPasswordClient(follow: (password: string) => Promise<unknown>, onOver: () => void): AuthUiClient {
  return {
    auth: {
      onAuthStateChange: neverChanging,
      updateUser: async ({ password }) => {
        const typed = NewPassword.safeParse(password)
        return typed.success ? attempt(follow(typed.data), onOver) : refused(typed.error)
      },
    },
  }
}

// auth-ui-react would put its own sign-in form in the place of ours after some changes; the pages decide what comes next.
const neverChanging = () => ({ data: { subscription: { unsubscribe: () => {} } } })

/** auth-ui-react waits for ever when a call throws, so every failure becomes a sentence. */
async function attempt(work: Promise<unknown>, onOver?: () => void): Promise<Outcome> {
  try {
    await work
    return { error: null }
  } catch (error) {
    if (isOver(error)) onOver?.()
    return { error: { message: sentenceFrom(error) } }
  }
}

const refused = (error: Parameters<typeof fieldMessages>[0]): Outcome => ({ error: { message: Object.values(fieldMessages(error))[0] ?? '' } })
