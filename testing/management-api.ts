import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))

/** The reference of the only project. */
export const projectRef = 'abcdefghijklmnopqrst'

export type CliResult = { success: boolean; output: string }

export type ManagementApi = {
  /** All requests in order: `PATCH /v1/projects/…`. */
  readonly asked: readonly string[]
  /** The bodies of JSON writes, by `METHOD path`. */
  readonly written: ReadonlyMap<string, unknown>
  /** The environment that makes the CLI of Supabase use this server. */
  environment: Readonly<Record<string, string>>
  /** Runs a program of the project's `node_modules/.bin` or of Node in that environment. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<CliResult>
  close(): Promise<void>
}

/** The CLI of Supabase in this project. */
export const supabaseCli = `${project}node_modules/.bin/supabase`

/**
 * Fakes the Management API of Supabase and records what the CLI sends. `answer` handles the requests that a test cares
 * about; all others get an empty object.
 */
export async function startManagementApi(
  answer: (request: Request, path: string) => Promise<Response | undefined>,
): Promise<ManagementApi> {
  const asked: string[] = []
  const written = new Map<string, unknown>()
  const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async (request) => {
    const path = new URL(request.url).pathname
    asked.push(`${request.method} ${path}`)
    const isJson = request.headers.get('content-type')?.startsWith('application/json') === true
    if (request.method !== 'GET' && isJson) written.set(`${request.method} ${path}`, await request.clone().json())
    return (await answer(request, path)) ?? Response.json({})
  })
  const home = await Deno.makeTempDir()
  const address = `http://127.0.0.1:${server.addr.port}`
  const profile = {
    name: 'stand-in',
    api_url: address,
    dashboard_url: address,
    docs_url: address,
    project_host: 'localhost',
  }
  await Deno.writeTextFile(`${home}/profile.json`, JSON.stringify(profile))
  const environment = {
    HOME: home,
    SUPABASE_PROFILE: `${home}/profile.json`,
    SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    NO_COLOR: '1',
  }
  return {
    asked,
    written,
    environment,
    async run(program, args, env = {}) {
      const { success, stdout, stderr } = await new Deno.Command(program, {
        args: [...args],
        cwd: project,
        env: { ...environment, ...env },
        stdin: 'null',
      }).output()
      return { success, output: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) }
    },
    async close() {
      await server.shutdown()
      await Deno.remove(home, { recursive: true })
    },
  }
}

/** Fails with the program's output, unless it succeeded. */
export function assertSuccess({ success, output }: CliResult): void {
  assert.ok(success, output)
}
