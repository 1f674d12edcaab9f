import type postgres from 'postgres'
import { dataFolder, exitWithSentence } from './command-line.ts'
import { onDatabase } from './postgres/on-database.ts'
import { Problem } from './problem.ts'

const usage = `Usage: npm run admin -- grant|revoke|delete you@example.com

  grant, revoke    makes an account an admin, or no admin any more
  delete           deletes an account; a family that no other account belongs to is deleted with it

  BUBBLEQUEST_DATA  folder of all data (.bubblequest)
`

type Change = (sql: postgres.Sql, email: string) => Promise<string | undefined>

/** The changes of an account, by verb. Each returns a sentence to print; undefined without such an account. */
const changes: Readonly<Record<string, Change>> = {
  grant: async (sql, email) => ((await setRole(sql, email, 'admin')) ? `${email} is an admin now.` : undefined),
  revoke: async (sql, email) =>
    (await setRole(sql, email, 'user')) ? `${email} is not an admin any more.` : undefined,
  delete: deleteAccount,
}

async function setRole(sql: postgres.Sql, email: string, role: 'admin' | 'user'): Promise<boolean> {
  const changed = await sql`
    update public.profiles set role = ${role} from auth.users u where u.id = user_id and u.email = ${email.toLowerCase()}`
  return changed.count > 0
}

async function deleteAccount(sql: postgres.Sql, email: string): Promise<string | undefined> {
  return sql.begin(async (transaction) => {
    const families = await transaction<{ id: string; name: string }[]>`
      select f.id, f.name from auth.users u
      join public.family_members m on m.user_id = u.id
      join public.families f on f.id = m.family_id
      where u.email = ${email.toLowerCase()}`
    const deleted = await transaction`delete from auth.users where email = ${email.toLowerCase()}`
    if (deleted.count === 0) return undefined
    const gone: string[] = []
    for (const { id, name } of families)
      if ((await transaction`select from public.families where id = ${id}`).count === 0) gone.push(name)
    const withIt = gone.length === 0 ? '' : `, and with it “${gone.join('”, “')}”, to which no other account belonged`
    return `${email} is deleted${withIt}.`
  })
}

/** Changes the account with that address, also while the server runs. Returns a sentence to print. */
export async function administer(folder: string, verb: string | undefined, email: string | undefined): Promise<string> {
  const change = verb !== undefined && Object.hasOwn(changes, verb) ? changes[verb] : undefined
  if (change === undefined || email === undefined) throw new Problem(usage)
  return onDatabase(folder, 'postgres', 1, async (sql) => {
    const sentence = await change(sql, email)
    if (sentence === undefined) throw new Problem(`Nobody signed up with ${email}.`)
    return sentence
  })
}

if (import.meta.main) console.log(await administer(dataFolder(), Deno.args[0], Deno.args[1]).catch(exitWithSentence))
