import type postgres from 'postgres'
import { AlreadyRunning, lockFolder } from '../lock.ts'
import { Problem } from '../problem.ts'
import { connectTo } from './connect.ts'
import type { Role } from './connect.ts'
import { readPidFile } from './orphan.ts'
import { startPostgres } from './server.ts'

/** Runs `work` on the running Postgres of the folder, or on one that is started for it. */
export async function onDatabase<T>(
  folder: string,
  role: Role,
  max: number,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  await Deno.stat(`${folder}/postgres`).catch(() => {
    throw new Problem(`There is no Bubblequest in ${folder} yet. Start it once with npm start, and sign up.`)
  })
  await using ends = new AsyncDisposableStack()
  const lock = await lockFolder(folder).catch((problem: unknown) => {
    if (!(problem instanceof AlreadyRunning)) throw problem
  })
  let sql: postgres.Sql
  if (lock === undefined) sql = await connectToRunning(folder, role, max)
  else {
    ends.defer(() => lock.release())
    const server = await startPostgres({ folder })
    ends.defer(() => server.stop())
    sql = server.connect(role, max)
  }
  ends.defer(() => sql.end())
  return await work(sql)
}

async function connectToRunning(folder: string, role: Role, max: number): Promise<postgres.Sql> {
  const { port, sockets } = await readPidFile(`${folder}/postgres`)
  if (sockets === '') throw new Problem('Bubblequest is just starting or stopping. Try again in a moment.')
  return connectTo({ folder: sockets, port }, role, max)
}
