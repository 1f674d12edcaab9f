import postgres from 'postgres'
import { lockFolder } from './lock.ts'
import { startPostgres } from './postgres/server.ts'
import { Problem } from './problem.ts'

const usage = `Usage: npm run admin -- grant|revoke you@example.com

  BUBBLEQUEST_DATA  folder of all data (.bubblequest)
`

/** Makes the account with that address an admin, or takes that away; answers a sentence. */
export async function changeAdmin(folder: string, verb: string | undefined, email: string | undefined): Promise<string> {
  if ((verb !== 'grant' && verb !== 'revoke') || email === undefined) throw new Problem(usage)
  await Deno.stat(`${folder}/postgres`).catch(() => {
    throw new Problem(`There is no Bubblequest in ${folder} yet. Start it once with npm start, and sign up.`)
  })
  return onDatabase(folder, async (sql) => {
    const role = verb === 'grant' ? 'admin' : 'user'
    const changed = await sql`
      update public.profiles set role = ${role} from auth.users u where u.id = user_id and lower(u.email) = lower(${email}) returning user_id`
    if (changed.count === 0) throw new Problem(`Nobody signed up with ${email}.`)
    return verb === 'grant' ? `${email} is an admin now.` : `${email} is not an admin any more.`
  })
}

/** On the Postgres that runs on the folder, or on one started for this alone. */
async function onDatabase<T>(folder: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const lock = await lockFolder(folder).catch((problem: unknown) => {
    if (problem instanceof Problem) return undefined
    throw problem
  })
  if (lock === undefined) {
    const sql = await connectToRunning(folder)
    return work(sql).finally(() => sql.end())
  }
  try {
    const server = await startPostgres({ folder, password: '' })
    const sql = server.connect('postgres', 1)
    try {
      return await work(sql)
    } finally {
      await sql.end()
      await server.stop()
    }
  } finally {
    await lock.release()
  }
}

async function connectToRunning(folder: string): Promise<postgres.Sql> {
  // Its lines: process, data folder, start time, port, folder of the socket.
  const [, , , port = '', sockets = ''] = (await Deno.readTextFile(`${folder}/postgres/postmaster.pid`).catch(() => '')).split('\n')
  if (sockets === '') throw new Problem('Bubblequest is just starting or stopping. Try again in a moment.')
  return postgres({
    host: sockets,
    port: Number(port),
    path: `${sockets}/.s.PGSQL.${port}`,
    username: 'postgres',
    database: 'postgres',
    max: 1,
    onnotice: () => {},
  })
}

if (import.meta.main) {
  const folder = Deno.env.get('BUBBLEQUEST_DATA') || '.bubblequest'
  try {
    console.log(await changeAdmin(folder.startsWith('/') ? folder : `${Deno.cwd()}/${folder}`, Deno.args[0], Deno.args[1]))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    console.error(error.message)
    Deno.exit(1)
  }
}
