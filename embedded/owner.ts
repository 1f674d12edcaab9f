import { Problem } from './problem.ts'

/**
 * Refuses that root works in the data folder of another user: that user could not read afterwards what root has made there.
 * Whose it is, `keys.json` tells, and the folder itself before there is one.
 */
export async function refuseOthersFolder(folder: string): Promise<void> {
  if (Deno.build.os === 'windows' || Deno.uid() !== 0) return
  if (Deno.build.os !== 'linux') throw new Problem('Postgres does not run as root. Start Bubblequest as an ordinary user.')
  const owner = (await ownerOf(`${folder}/keys.json`)) ?? (await ownerOf(folder)) ?? 0
  if (owner === 0) return
  throw new Problem(
    `The data folder ${folder} belongs to user ${owner}, who could not start any more with what root would make there. Run it as that user: sudo -u '#${owner}' …; nothing was changed.`,
  )
}

const ownerOf = (path: string) =>
  Deno.stat(path).then(
    ({ uid }) => uid ?? undefined,
    () => undefined,
  )
