import type { Metadata } from './body.ts'
import type { Sql } from './context.ts'

export const emailProvider = { provider: 'email', providers: ['email'] }

export type NewUser = {
  id: string
  email: string
  /** Empty as long as no password was chosen. */
  hash: string
  confirmed: boolean
  metadata: Metadata
  now: Date
}

/** Makes the user with its e-mail identity; false when the address is taken. */
export async function insertUser(sql: Sql, { id, email, hash, confirmed, metadata, now }: NewUser): Promise<boolean> {
  // JSON goes in as text: the driver would encode a jsonb parameter a second time.
  const made = await sql`
    with made as (
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, created_at, updated_at
      ) values (
        '00000000-0000-0000-0000-000000000000', ${id}, 'authenticated', 'authenticated', ${email}, ${hash}, ${confirmed ? now : null},
        ${JSON.stringify(emailProvider)}::text::jsonb, ${JSON.stringify(metadata)}::text::jsonb, ${now}, ${now}
      )
      on conflict do nothing
      returning id, email
    )
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    select
      id, id,
      jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false),
      'email', ${now}, ${now}, ${now}
    from made
    returning user_id`
  return made.length === 1
}
