import type { TestStack } from './stack.ts'

/** The token of a link as it is mailed to that address, without a mail. */
export async function mailedToken({ sql }: TestStack, email: string, kind: 'confirmation' | 'recovery'): Promise<string> {
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
