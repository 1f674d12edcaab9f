import { ignoreMissing } from '../file-system.ts'
import type { RunAs } from './run-as.ts'

export type SocketFolder = { path: string; remove(): Promise<void> }

// The longest path of a socket in bytes (sun_path without its zero): unix(4) of macOS, unix(7) of Linux.
const longestPath = Deno.build.os === 'darwin' ? 103 : 107

const fits = (folder: string) => new TextEncoder().encode(`${folder}/.s.PGSQL.65535`).length <= longestPath

/**
 * A folder for the socket of Postgres that its user alone may enter: `run` in the data folder. Where that path is too
 * long for a socket, or has a comma, which separates folders in Postgres' setting, `run` is a link to a temporary
 * folder.
 */
export async function makeSocketFolder(dataFolder: string, user: RunAs): Promise<SocketFolder> {
  const own = `${dataFolder}/run`
  await removeBorrowed(own)
  // A socket's lock of a server that was killed may name a process of somebody else.
  await Deno.remove(own, { recursive: true }).catch(ignoreMissing)
  if (fits(own) && !own.includes(',')) {
    await Deno.mkdir(own, { mode: 0o700 })
    await user.own(own)
    return { path: own, remove: () => Promise.resolve() }
  }
  // A new name each time, so that no other user can have prepared it. Not TMPDIR, which is long itself on macOS.
  const borrowed = await Deno.makeTempDir({ dir: '/tmp', prefix: 'bubblequest-' })
  await user.own(borrowed)
  await Deno.symlink(borrowed, own)
  return { path: borrowed, remove: () => removeBorrowed(own) }
}

/** Removes the folder that `link` points to, if it is a link; also after a start that was killed. */
async function removeBorrowed(link: string): Promise<void> {
  const borrowed = await Deno.readLink(link).catch(() => undefined)
  if (borrowed === undefined) return
  await Deno.remove(borrowed, { recursive: true }).catch(ignoreMissing)
  await Deno.remove(link).catch(ignoreMissing)
}
