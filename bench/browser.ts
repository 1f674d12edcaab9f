import { report } from './figures.ts'
import type { Row } from './figures.ts'
import { end, startProcess, startStack } from './subjects.ts'

export type Table = { title: string; rows: Row[] }

/** Starts ours and the bare floor, lets `script` measure both in a browser, and prints the tables it answers with. */
export async function measureInBrowser(script: string): Promise<void> {
  await run('node', ['tools/build.mjs'])
  const floorFolder = await Deno.makeTempDir({ prefix: 'bubblequest-floor-' })
  const ours = await startStack()
  const floor = await startProcess(['bench/floor-server.ts', floorFolder, '0'], {})
  try {
    // A process of its own: the browser's driver is made for Node.
    const tables: Table[] = JSON.parse(await run('node', [script, ours.url, floor.url]))
    for (const { title, rows } of tables) report(title, rows, ['ours', 'bare page'])
  } finally {
    await end(ours.child, ours.folder)
    await end(floor.child, floorFolder)
  }
}

async function run(command: string, args: string[]): Promise<string> {
  const { success, stdout } = await new Deno.Command(command, { args, stdout: 'piped', stderr: 'inherit' }).output()
  if (!success) throw new Error(`${command} ${args.join(' ')} failed`)
  return new TextDecoder().decode(stdout)
}
