import type postgres from 'postgres'
import { connectTo } from '../embedded/postgres/connect.ts'
import { readPidFile } from '../embedded/postgres/orphan.ts'
import { makeFolder, startProcess } from './processes.ts'

/** A checkout with its app built; its stack can be started. */
export type Build = { folder: string }

/** Starts Bubblequest on a new data folder, without rate limits. */
export async function startStack(
  { folder }: Build,
  env: Record<string, string> = {},
): Promise<{ url: string; dataFolder: string }> {
  const dataFolder = await makeFolder('bench')
  const settings = {
    PORT: '0',
    BUBBLEQUEST_RATE_LIMITS: 'off',
    // Nothing here is measured with passwords, and many devices sign in.
    BUBBLEQUEST_PASSWORD_COST: '4',
    BUBBLEQUEST_DATA: dataFolder,
    ...env,
  }
  return { ...(await startProcess(folder, ['embedded/main.ts'], settings)), dataFolder }
}

/** The same without the app, and with a connection to its database. */
export async function startStackWithDatabase(build: Build): Promise<{ url: string; sql: postgres.Sql }> {
  const { url, dataFolder } = await startStack(build, { BUBBLEQUEST_APP: 'off' })
  const { sockets, port } = await readPidFile(`${dataFolder}/postgres`)
  return { url, sql: connectTo({ folder: sockets, port }, 'postgres', 1) }
}

/** Starts the bare floor: the same Postgres and runtime with nothing of Bubblequest in between; returns its address. */
export async function startFloorServer(): Promise<string> {
  return (await startProcess('.', ['bench/floor-server.ts', await makeFolder('floor'), '0'], {})).url
}
