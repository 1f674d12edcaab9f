import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#domain/contract/routes.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { beginSessionOnce } from '#app/lib/session/kept-cookies.ts'
import { firstRunAtom } from '#app/lib/state/first-run.ts'
import { deviceTimeZone } from '#app/lib/time/time-zone.ts'
import { deviceWeekStart } from '#app/lib/time/week-start.ts'
import { language } from '#app/texts/page-language.ts'
import { store } from '#app/state/store.ts'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { signup } from '#texts/signup'

/**
 * Creates the account with a board in this page's language; returns `checkMail` when the address must be confirmed
 * before signing in.
 */
export function useSignup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (signup: Body<'signup'>) => {
      const reply = await beginSessionOnce(client, async () => {
        const created = await call(
          'signup',
          {},
          { ...signup, language, timeZone: deviceTimeZone(), weekStartsOn: deviceWeekStart() },
        )
        store.set(firstRunAtom, null)
        return created
      })
      return 'checkMail' in reply ? { checkMail: { email: signup.email } } : {}
    },
    onSuccess: ({ checkMail }) => {
      if (checkMail === undefined) toast({ title: signup.accountCreated, description: signup.welcome })
      else dismissToasts()
    },
    onError: (error) =>
      toast({ title: signup.signupFailed, description: sentenceFrom(error, signup.pleaseTryAgain), destructive: true }),
  })
}
