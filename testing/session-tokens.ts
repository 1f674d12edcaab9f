import { createSeal } from '../edge-functions/api/session/seal.ts'
import type { Keys } from '../embedded/keys.ts'
import type { Device } from './device.ts'

type Installation = { keys: Keys }
type Cookie = 'bq_access' | 'bq_refresh'

/** The token in a device's sealed cookie, which only the installation can read; an empty text where there is none. */
export async function tokenOf({ keys }: Installation, device: Device, cookie: Cookie = 'bq_access'): Promise<string> {
  return (await createSeal(keys.pinPepper).open(cookie, device.cookies.get(cookie) ?? '')) ?? ''
}

/** Renews a session at the auth service itself, past the function; returns its new tokens. */
export async function renewAtAuth(
  { url, keys }: Installation & { url: string },
  refreshToken: string,
): Promise<{ access_token: string; refresh_token: string }> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey },
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
  return answer.json()
}

/** Gives a device that token, as the installation would. */
export async function setToken({ keys }: Installation, device: Device, token: string, cookie: Cookie = 'bq_access'): Promise<void> {
  device.cookies.set(cookie, await createSeal(keys.pinPepper).close(cookie, token))
}
