import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { pause } from '#app/lib/api/fetch-bytes.ts'
import { sessionEndKey, signInPath } from '#app/lib/session/end-refused-session.ts'
import { leaveSession } from '#app/lib/session/session.ts'
import { noteSignOut, tellSignOut } from '#app/lib/session/sign-out.ts'
import { toast } from '#app/state/toast.ts'
import { shell } from '#texts/shell'

/** Milliseconds after which the page is left without the server's answer. */
const mostWaitMs = 3000

/**
 * Signs out unless `mayLeave` says no, and goes to `to`; by default to the landing page, on a paired device to where it
 * joins a family again.
 */
export function useLogout(to?: '/login', mayLeave = () => Promise.resolve(true)) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: async () => {
      if (!(await mayLeave())) return false
      const isNoted = noteSignOut()
      const told = tellSignOut()
      // Without a network the next page tells the server.
      await (isNoted ? Promise.race([told.catch(() => {}), pause(mostWaitMs)]) : told)
      return true
    },
    onSuccess: (isLeaving) => isLeaving && leaveSession(client, to ?? (signInPath() === '/join' ? '/join' : '/')),
    // Where nothing can be stored, the session would be used again after a reload.
    onError: (error) =>
      toast({ title: shell.logoutFailed, description: sentenceFrom(error, shell.pleaseTryAgain), destructive: true }),
  })
}
