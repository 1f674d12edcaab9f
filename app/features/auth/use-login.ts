import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Body } from '#domain/contract/routes.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { beginSession, sessionOf } from '#app/lib/session/session.ts'
import { dismissToasts, toast } from '#app/state/toast.ts'
import { auth } from '#texts/auth'

/** True when the password is right, but the address is not confirmed. */
export const isUnconfirmed = (error: unknown) => error instanceof ApiError && error.code === 'email_not_confirmed'

/** Signs in. Once the user is known the routes redirect. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (login: Body<'login'>) => {
      await beginSession(client, () => call('login', {}, login))
      if (!sessionOf(client)) throw (await import('#app/lib/session/kept-cookies.ts')).cookiesBlocked()
    },
    onSuccess: () => toast({ title: auth.welcome, description: auth.signedIn }),
    onError: (error) => {
      if (isUnconfirmed(error)) dismissToasts()
      else toast({ title: auth.loginFailed, description: sentenceFrom(error, auth.invalidLogin), destructive: true })
    },
  })
}
