import type { VerifiedToken } from './access-token.ts'
import type { LiveToken, LiveTokens } from './live-token.ts'

const leastLifeMs = 60_000

const mostRemembered = 5000

/** Returns the caller of a paired device, with a token for Storage. The database says whether it was signed out. */
export type PairedDevices = (deviceId: string) => Promise<VerifiedToken>

export function createPairedDevices(liveTokens: LiveTokens): PairedDevices {
  // A page shows many pictures at once, and each call has a token.
  const remembered = new Map<string, LiveToken>()

  async function tokenOf(deviceId: string): Promise<LiveToken> {
    const known = remembered.get(deviceId)
    if (known !== undefined && Date.parse(known.expiresAt) - Date.now() > leastLifeMs) return known
    const signed = await liveTokens(deviceId, { session_id: deviceId })
    for (const oldest of remembered.keys()) {
      if (remembered.size < mostRemembered) break
      remembered.delete(oldest)
    }
    remembered.set(deviceId, signed)
    return signed
  }

  return async (deviceId) => {
    const { token, expiresAt } = await tokenOf(deviceId)
    return {
      token,
      json: JSON.stringify({ role: 'authenticated', sub: deviceId, session_id: deviceId }),
      userId: deviceId,
      sessionId: deviceId,
      isPaired: true,
      email: '',
      expiresAt: Date.parse(expiresAt) / 1000,
    }
  }
}
