import { report } from './figures.ts'
import type { Row } from './figures.ts'
import { end, startProcess } from './subjects.ts'

/** What a hand feels: from click, key or drop to the frame that shows it, here and on another device. */
export async function benchInteraction(): Promise<void> {
  await run('node', ['tools/build.mjs'])
  const folder = await Deno.makeTempDir({ prefix: 'bubblequest-bench-' })
  const floorFolder = await Deno.makeTempDir({ prefix: 'bubblequest-floor-' })
  const ours = await startProcess(['embedded/main.ts'], { PORT: '0', BUBBLEQUEST_DATA: folder, BUBBLEQUEST_RATE_LIMITS: 'off' })
  const floor = await startProcess(['bench/floor-server.ts', floorFolder, '0'], {})
  try {
    // A process of its own: the browser's driver is made for Node.
    const tables: { title: string; rows: Row[] }[] = JSON.parse(await run('node', ['bench/interaction-browser.ts', ours.url, floor.url]))
    for (const { title, rows } of tables) report(title, rows, ['ours', 'bare page'])
  } finally {
    await end(ours.child, folder)
    await end(floor.child, floorFolder)
  }
}

async function run(command: string, args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(command, { args, stdout: 'piped', stderr: 'inherit' }).output()
  if (!success) throw new Error(`${command} ${args.join(' ')} failed`)
  return new TextDecoder().decode(stdout)
}
