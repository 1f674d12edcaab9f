import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#app/lib/api/api-client.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { endSession } from '#app/lib/session/end-session.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { postSessionChange } from '#app/lib/session/session-channel.ts'
import { storedMemberAtom } from '#app/lib/state/selected-member.ts'
import { store } from '#app/state/store.ts'

/** Uses a code. Once the device has joined, its page asks who uses it. */
export function useJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: async (code: string) => {
      await call('join', {}, { code })
      store.set(storedMemberAtom, null)
      postSessionChange()
      // The account that was signed in here has ended: its data leaves with its page.
      if (client.getQueryData(currentUserQuery().queryKey)) return endSession('/join')
      return client.refetchQueries(currentUserQuery(), { throwOnError: true })
    },
  })
}
