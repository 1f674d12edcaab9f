import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#domain/contract/routes.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { store } from '#app/state/store.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'
import { postSessionChange } from '#app/lib/session/session-channel.ts'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { auth } from '#texts/auth'

/** True when the password is right, but the address is not confirmed. */
export const isUnconfirmed = (error: unknown) => error instanceof ApiError && error.code === 'email_not_confirmed'

/** Signs in. Once the user is known the routes redirect. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (login: Body<'login'>) => {
      await call('login', {}, login)
      // A new session acts as the user's own member, so the stored member is cleared.
      store.set(storedMemberAtom, null)
      postSessionChange()
      await client.refetchQueries(currentUserQuery(), { throwOnError: true })
    },
    onSuccess: () => toast({ title: auth.welcome, description: auth.signedIn }),
    onError: (error) => {
      if (isUnconfirmed(error)) dismissToasts()
      else toast({ title: auth.loginFailed, description: sentenceFrom(error, auth.invalidLogin), destructive: true })
    },
  })
}
