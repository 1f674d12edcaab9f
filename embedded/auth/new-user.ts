import type { Metadata } from './body.ts'
import type { Sql } from './context.ts'

export type NewUser = {
  id: string
  email: string
  hash: string
  role: string
  confirmed: boolean
  userMetadata: Metadata
  appMetadata: Metadata
  bannedUntil: Date | null
  now: Date
}

/** Makes the user with its e-mail identity; false when the address (or the id) is taken. */
export async function insertUser(sql: Sql, user: NewUser): Promise<boolean> {
  // JSON goes in as text: the driver would encode a jsonb parameter a second time.
  const made = await sql`
    with made as (
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at
      ) values (
        '00000000-0000-0000-0000-000000000000', ${user.id}, 'authenticated', ${user.role}, ${user.email}, ${user.hash},
        ${user.confirmed ? user.now : null}, ${JSON.stringify(user.appMetadata)}::text::jsonb,
        ${JSON.stringify(user.userMetadata)}::text::jsonb, ${user.bannedUntil}, ${user.now}, ${user.now}
      )
      on conflict do nothing
      returning id, email
    )
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select
      id, id,
      jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false),
      'email', ${user.now}, ${user.now}, ${user.now}
    from made
    returning user_id`
  return made.length === 1
}
