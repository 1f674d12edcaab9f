import { dataFolder, exitWithSentence } from './command-line.ts'
import { onDatabase } from './postgres/on-database.ts'
import { Problem } from './problem.ts'

const usage = `Usage: npm run admin -- grant|revoke you@example.com

  BUBBLEQUEST_DATA  folder of all data (.bubblequest)
`

/** Grants or revokes the admin role of the account with that address. Returns a sentence to print. */
export async function changeAdmin(
  folder: string,
  verb: string | undefined,
  email: string | undefined,
): Promise<string> {
  if ((verb !== 'grant' && verb !== 'revoke') || email === undefined) throw new Problem(usage)
  return onDatabase(folder, 'postgres', 1, async (sql) => {
    const role = verb === 'grant' ? 'admin' : 'user'
    const changed = await sql`
      update public.profiles set role = ${role} from auth.users u where u.id = user_id and lower(u.email) = lower(${email}) returning user_id`
    if (changed.count === 0) throw new Problem(`Nobody signed up with ${email}.`)
    return verb === 'grant' ? `${email} is an admin now.` : `${email} is not an admin any more.`
  })
}

if (import.meta.main) console.log(await changeAdmin(dataFolder(), Deno.args[0], Deno.args[1]).catch(exitWithSentence))
