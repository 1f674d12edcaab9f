import postgres from 'postgres'
import { makeFolder, startProcess } from './processes.ts'

/** A checkout with its app built; its stack can be started. */
export type Build = { folder: string }

/** Starts Bubblequest on a new data folder, without rate limits; returns its address. */
export async function startStack({ folder }: Build, env: Record<string, string> = {}): Promise<string> {
  const BUBBLEQUEST_DATA = env['BUBBLEQUEST_DATA'] ?? (await makeFolder('bench'))
  return (
    await startProcess(folder, ['embedded/main.ts'], {
      PORT: '0',
      BUBBLEQUEST_RATE_LIMITS: 'off',
      ...env,
      BUBBLEQUEST_DATA,
    })
  ).url
}

/** The same without the app, and with a connection to its database. */
export async function startStackWithDatabase(build: Build): Promise<{ url: string; sql: postgres.Sql }> {
  const [port, dataFolder] = [freePort(), await makeFolder('bench')]
  const url = await startStack(build, {
    BUBBLEQUEST_APP: 'off',
    BUBBLEQUEST_POSTGRES_PORT: String(port),
    BUBBLEQUEST_DATA: dataFolder,
  })
  const { databasePassword: password } = JSON.parse(await Deno.readTextFile(`${dataFolder}/keys.json`))
  return {
    url,
    sql: postgres({
      host: '127.0.0.1',
      port,
      username: 'postgres',
      password,
      database: 'postgres',
      max: 1,
      onnotice() {},
    }),
  }
}

/** Starts the bare floor: the same Postgres and runtime with nothing of Bubblequest in between; returns its address. */
export async function startFloorServer(): Promise<string> {
  return (await startProcess('.', ['bench/floor-server.ts', await makeFolder('floor'), '0'], {})).url
}

function freePort(): number {
  const listener = Deno.listen({ hostname: '127.0.0.1', port: 0 })
  listener.close()
  return listener.addr.port
}
