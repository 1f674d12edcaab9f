import { createSeal } from '../edge-functions/api/session/seal.ts'
import type { Keys } from '../embedded/keys.ts'
import type { Device } from './device.ts'
import type { TestStack } from './stack.ts'

type Installation = { keys: Keys }
type Cookie = 'bq_access' | 'bq_refresh'

/** The token in a device's sealed cookie, which only the installation can read; an empty text where there is none. */
export async function sessionTokenOf(
  { keys }: Installation,
  device: Device,
  cookie: Cookie = 'bq_access',
): Promise<string> {
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
export async function setToken(
  { keys }: Installation,
  device: Device,
  token: string,
  cookie: Cookie = 'bq_access',
): Promise<void> {
  device.cookies.set(cookie, await createSeal(keys.pinPepper).close(cookie, token))
}

/** Inserts the token of a link as it is mailed to that address, without a mail. Returns the token. */
export async function insertMailedToken(
  { sql }: TestStack,
  email: string,
  kind: 'confirmation' | 'recovery',
): Promise<string> {
  const token = crypto.randomUUID()
  const hash = sql`encode(sha256(${token}::text::bytea), 'hex')`
  await sql.begin(async (tx) => {
    await tx`update auth.users set ${tx(`${kind}_token`)} = ${hash} where email = ${email}`
    await tx`
      insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
      select id, ${`${kind}_token`}::auth.one_time_token_type, ${hash}, email from auth.users where email = ${email}
      on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`
  })
  return token
}
