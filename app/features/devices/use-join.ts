import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { beginSessionOnce } from '#app/lib/session/kept-cookies.ts'
import { leaveSession, sessionOf } from '#app/lib/session/session.ts'

/** Uses a code. Once the device has joined, its page asks who uses it. */
export function useJoin() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: async (code: string) => {
      const join = () => call('join', {}, { code })
      if (!sessionOf(client)) return void (await beginSessionOnce(client, join))
      // The account that was signed in here has ended: its data leaves with its page.
      const { id } = await join()
      leaveSession(client, '/join', UserId.parse(id))
    },
  })
}
