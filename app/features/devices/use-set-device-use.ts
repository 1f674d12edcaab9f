import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewDeviceUse } from '#domain/contract/devices.ts'
import { UserId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { sessionEndKey } from '#app/lib/session/end-refused-session.ts'
import { changeSession, leaveSession, refreshSession, sessionOf } from '#app/lib/session/session.ts'

/**
 * Says who uses this device. Then it opens there: at once on a paired device, on a new page where the account's session
 * has ended.
 */
export function useSetDeviceUse() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sessionEndKey,
    mutationFn: (use: NewDeviceUse) => call('setDeviceUse', {}, use),
    onSuccess: (device) => {
      const session = sessionOf(client)
      if (device.isPaired && session?.kind === 'account') return leaveSession(client, '/', UserId.parse(device.id))
      const [only, ...others] = device.memberIds
      const actingMember = others.length === 0 ? (only ?? null) : null
      changeSession(client, { device, actingMember: device.isPaired ? actingMember : (session?.actingMember ?? null) })
    },
    // Another tab may have answered before.
    onError: () => void refreshSession(client),
  })
}
