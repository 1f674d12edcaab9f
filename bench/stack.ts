import postgres from 'postgres'
import { makeFolder, startProcess } from './processes.ts'

/** A checkout with its app built; its stack can be started. */
export type Build = { folder: string }

export type Stack = { url: string; pid: number }

/** Starts Bubblequest on a new data folder, without rate limits. */
export async function startStack(build: Build, env: Record<string, string> = {}): Promise<Stack & { dataFolder: string }> {
  const dataFolder = await makeFolder('bench')
  const { url, child } = await startProcess(build.folder, ['embedded/main.ts'], {
    PORT: '0',
    BUBBLEQUEST_DATA: dataFolder,
    BUBBLEQUEST_RATE_LIMITS: 'off',
    ...env,
  })
  return { url, pid: child.pid, dataFolder }
}

/** The same without the app, and with a connection to its database. */
export async function startStackWithDatabase(build: Build): Promise<Stack & { sql: postgres.Sql }> {
  const port = freePort()
  const stack = await startStack(build, { BUBBLEQUEST_APP: 'off', BUBBLEQUEST_POSTGRES_PORT: String(port) })
  const { databasePassword: password } = JSON.parse(await Deno.readTextFile(`${stack.dataFolder}/keys.json`))
  return { ...stack, sql: postgres({ host: '127.0.0.1', port, username: 'postgres', password, database: 'postgres', max: 1, onnotice() {} }) }
}

/** Starts the bare floor: the same Postgres and runtime with nothing of Bubblequest in between. */
export async function startFloorServer(): Promise<Stack> {
  const dataFolder = await makeFolder('floor')
  const { url, child } = await startProcess('.', ['bench/floor-server.ts', dataFolder, '0'], {})
  return { url, pid: child.pid }
}

export function freePort(): number {
  const listener = Deno.listen({ hostname: '127.0.0.1', port: 0 })
  const { port } = listener.addr
  listener.close()
  return port
}

/** Creates an account with a family; returns its cookies. */
export async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Anna', lastName: 'Berg', email: `anna-${crypto.randomUUID()}@example.com`, password: 'bubbles-and-gems' }),
  })
  if (answer.status !== 201) throw new Error(`sign-up was answered with ${answer.status}`)
  await answer.body?.cancel()
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
