import { z } from 'zod'
import type { Auth, Call, Sql } from './context.ts'
import { mailToken, refuseHaste } from './one-time-tokens.ts'
import { redirectTarget } from './redirects.ts'
import { Refusal } from './refusal.ts'
import { findUserByEmail } from './users.ts'
import type { User } from './users.ts'

const taken = () => new Refusal(422, 'email_exists', 'A user with this email address has already been registered')

/** Mails the old and the new address: both have to agree before anything changes. */
export async function mailEmailChange(auth: Auth, call: Call, user: User, email: string): Promise<Refusal | undefined> {
  const refused = refuseHaste(user.email_change_sent_at, auth)
  if (refused) return refused
  if (await findUserByEmail(auth.sql, email)) return taken()
  const redirectTo = redirectTarget(call.url.searchParams.get('redirect_to'), auth.settings)
  await auth.sql.begin(async (tx) => {
    await tx`update auth.users set email_change = ${email}, email_change_confirm_status = 0 where id = ${user.id}`
    await mailToken(tx, auth, user, { kind: 'email_change', type: 'email_change_token_current', to: user.email, redirectTo })
    await mailToken(tx, auth, user, { kind: 'email_change', type: 'email_change_token_new', to: email, redirectTo })
  })
  return undefined
}

const Status = z.array(z.object({ email_change_confirm_status: z.number() }))

/** One of the two mails was answered: 'half' until the other is too. */
export async function confirmEmailChange(tx: Sql, userId: string, now: Date): Promise<'half' | 'whole' | Refusal> {
  const [status] = Status.parse(
    await tx`
    update auth.users set email_change_confirm_status = email_change_confirm_status + 1, updated_at = ${now}
    where id = ${userId} and email_change <> '' and email_change_confirm_status < 2
    returning email_change_confirm_status`,
  )
  if (status === undefined) return new Refusal(403, 'otp_expired', 'Token has expired or is invalid')
  if (status.email_change_confirm_status === 1) return 'half'
  // Somebody may have signed up with the address since the mails were sent.
  const changed = await tx`
    with changed as (
      update auth.users u set
        email = u.email_change, email_change = '', email_change_confirm_status = 0, email_confirmed_at = ${now}, updated_at = ${now},
        raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('email', u.email_change, 'email_verified', true)
      where u.id = ${userId} and not exists (select from auth.users other where other.email = u.email_change and other.id <> u.id)
      returning u.id, u.email
    )
    update auth.identities i set
      identity_data = i.identity_data || jsonb_build_object('email', changed.email, 'email_verified', true), updated_at = ${now}
    from changed where i.user_id = changed.id and i.provider = 'email'
    returning i.id`
  return changed.length === 0 ? taken() : 'whole'
}
