import {
  NewDeviceUse,
  pairingCodeLength,
  pairingLetters,
  pairingMinutes,
  PairingUse,
  ThisDevice,
} from '../../../domain/contract/devices.ts'
import type { Pairing } from '../../../domain/contract/devices.ts'
import type { RouteName } from '../../../domain/contract/routes.ts'
import * as z from 'zod/mini'
import { endSession } from '../auth/end-session.ts'
import type { CallHandler } from '../call.ts'
import { valueOf } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import { deviceModelOf } from './device-model.ts'

const AddedPairing = z.object({ expiresAt: z.string() })

export const deviceCalls = {
  addPairing: {
    open: false,
    async run({ database, digest, limits }, { address, args, user }) {
      const tooMany = await limits.count('newPairing', address, user.sessionId)
      if (tooMany) return tooMany
      const code = newCode()
      const added = await database.ask(user, 'add_pairing', {
        ...args,
        digest: await digest(`pairing ${code}`),
        minutes: pairingMinutes,
      })
      if (added instanceof Refusal) return added
      const pairing: Pairing = { code, expiresAt: AddedPairing.parse(valueOf(added)).expiresAt }
      return { json: JSON.stringify(pairing), isSecret: true }
    },
  },
  join: {
    open: true,
    async run(deps, { request, address, args }) {
      // All tries of the installation together cannot find one of 20^8 codes within its ten minutes.
      const tooMany = await deps.limits.count('join', address, '')
      if (tooMany) return tooMany
      const { code } = PairingUse.parse(args)
      const joined = await deps.database.joinFamily(await deps.digest(`pairing ${code}`), deviceModelOf(request))
      if (joined instanceof Refusal) return joined
      if (joined === null) return new Refusal('wrong_pairing_code')
      await endSession(deps, { request, address })
      const device = ThisDevice.parse(JSON.parse(joined))
      return { json: joined, cookies: await deps.sessions.pair(request, device.id) }
    },
  },
  setDeviceUse: {
    open: false,
    async run({ database, sessions }, { request, args, user }) {
      const use = NewDeviceUse.parse(args)
      const reply = await database.ask(user, 'set_device_use', use)
      if (reply instanceof Refusal) return reply
      const device = ThisDevice.parse(valueOf(reply))
      return {
        json: JSON.stringify(device),
        // The account's session has ended: the device is paired in its place.
        ...(device.id !== user.sessionId && { cookies: await sessions.pair(request, device.id) }),
      }
    },
  },
} as const satisfies Partial<Record<RouteName, CallHandler>>

function newCode(): string {
  let code = ''
  while (code.length < pairingCodeLength) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes above the last multiple would make the first letters more frequent.
    if (byte < 256 - (256 % pairingLetters.length)) code += pairingLetters[byte % pairingLetters.length] ?? ''
  }
  return code
}
