import type * as z from 'zod/mini'
import type { CheckMail } from '../../../domain/contract/auth.ts'
import type { CallReply, Deps } from '../call.ts'
import { valueOf } from '../database/database.ts'
import { Refusal } from '../refusal.ts'
import type { SessionTokens } from '../session/auth-server.ts'
import { deviceModelOf } from '../devices/device-model.ts'
import { rememberDevice } from '../session/known-device.ts'

/**
 * Begins a session with new tokens; `use` is null where the app has to ask who uses the device. Replies with the user, the session's cookies and the cookie that makes this a known
 * device.
 */
export async function signedInReply(
  { sessions, database, seal }: Deps,
  request: Request,
  tokens: SessionTokens,
  use: 'own' | null = 'own',
): Promise<CallReply | Refusal> {
  const { user, cookies } = await sessions.begin(request, tokens)
  const json = await database.request(user, 'signed_in', { model: deviceModelOf(request), use })
  if (json instanceof Refusal) return json
  if (json === null) return new Refusal('invalid_credentials')
  const { events: _events, ...signedIn } = valueOf(json) as object & { events?: unknown }
  return {
    json: JSON.stringify(signedIn),
    cookies: [...cookies, await rememberDevice(seal, request, user.email)],
  }
}

const wait: z.infer<typeof CheckMail> = {
  checkMail: true,
  message: 'Please look into your inbox and follow the link in our mail.',
}

/** Replies that a mail was sent, whether or not the address has an account. */
export const checkMail: CallReply = { status: 202, json: JSON.stringify(wait) }
