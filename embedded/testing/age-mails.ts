import { onDatabase } from '../postgres/on-database.ts'

// Makes all that was mailed to an address two hours older, in the data folder of a server that runs.
const [folder = '', email = ''] = Deno.args
await onDatabase(folder, 'postgres', 1, async (sql) => {
  const { count } = await sql`
    update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 hours', recovery_sent_at = recovery_sent_at - interval '2 hours'
    where email = ${email}`
  if (count === 0) throw new Error('Nobody has that address')
  await sql`update auth.one_time_tokens set created_at = created_at - interval '2 hours' where relates_to = ${email}`
})
