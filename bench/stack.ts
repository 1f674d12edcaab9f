import { makeFolder, spawn } from './processes.ts'

/** A checkout with its app built; its stack can be started. */
export type Build = { folder: string }

/** Starts Bubblequest with the Deno of its checkout, without rate limits; resolves when it listens. */
export async function startStack({ folder }: Build, existing?: string) {
  const dataFolder = existing ?? (await makeFolder())
  const deno = await Deno.realPath(`${folder}/node_modules/deno/deno`)
  const child = spawn(deno, ['run', '-A', '--no-check', 'embedded/main.ts'], {
    cwd: folder,
    env: {
      PORT: '0',
      BUBBLEQUEST_DATA: dataFolder,
      BUBBLEQUEST_RATE_LIMITS: 'off',
      // Nothing here is measured with passwords, and many devices sign in.
      BUBBLEQUEST_PASSWORD_COST: '4',
      NO_COLOR: '1',
      DENO_NO_UPDATE_CHECK: '1',
    },
  })
  let said = ''
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text
    const [, port] = /localhost:(\d+)\n/.exec(said) ?? []
    if (port !== undefined) return { url: `http://127.0.0.1:${port}`, child, dataFolder }
  }
  throw new Error(`It ended before it listened: ${said}`)
}
