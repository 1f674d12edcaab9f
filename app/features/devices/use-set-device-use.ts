import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewDeviceUse } from '#domain/contract/devices.ts'
import { call } from '#app/lib/api/api-client.ts'
import { myFamiliesQuery } from '#app/lib/api/queries.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { endSession } from '#app/lib/session/end-session.ts'
import { postSessionChange } from '#app/lib/session/session-channel.ts'

/**
 * Says who uses this device. Then it opens there: at once on a paired device, on a new page where the account's session
 * has ended.
 */
export function useSetDeviceUse() {
  const client = useQueryClient()
  const { queryKey } = myFamiliesQuery()
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: (use: NewDeviceUse) => call('setDeviceUse', {}, use),
    onSuccess: async (device) => {
      const before = client.getQueryData(queryKey)?.[0]?.device
      if (device.isPaired && before?.isPaired !== true) {
        client.clear()
        postSessionChange()
        return endSession('/')
      }
      // An earlier read still in progress would restore the question.
      await client.cancelQueries({ queryKey })
      const [only, ...others] = device.memberIds
      client.setQueryData(queryKey, (memberships) =>
        memberships?.map((membership) => ({
          ...membership,
          device,
          ...(device.isPaired && { activeMemberId: others.length === 0 ? (only ?? null) : null }),
        })),
      )
      return postSessionChange()
    },
    // Another tab may have answered before.
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
