import { useMutation, useQueryClient } from '@tanstack/react-query'
import { signInPath } from '#app/lib/session/current-user.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { endSession } from '#app/lib/session/end-session.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { postSessionChange } from '#app/lib/session/session-channel.ts'
import { toast } from '#app/state/toast.ts'
import { shell } from '#texts/shell'

/** Signs out, and goes to `to`; by default to the landing page, on a paired device to where it joins a family again. */
export function useLogout(to?: '/login') {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: () => call('logout'),
    onSuccess: () => {
      client.clear()
      postSessionChange()
      endSession(to ?? (signInPath() === '/join' ? '/join' : '/'))
    },
    onError: (error) =>
      toast({ title: shell.logoutFailed, description: sentenceFrom(error, shell.pleaseTryAgain), destructive: true }),
  })
}
