// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { existsSync, statSync } from 'node:fs'
import { totalmem, userInfo } from 'node:os'
import { dirname, resolve } from 'node:path'

/** The signals of those who want a program to end: they know why. */
const wishes = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE']

/**
 * Says in a sentence why a program ended that we started, where its own lines do not; undefined where they do. Takes
 * what `spawnSync` returns, or the arguments of `exit`.
 * @param {{ status?: number | null, signal?: string | null, error?: Error, stderr?: string | null }} ended
 * @returns {string | undefined}
 */
export function reasonOf({ status, signal, error, stderr }) {
  if (error !== undefined && signal == null) return reasonOfError(error)
  const text = stderr ?? ''
  // A shell in between tells a signal as a number: 128 and its own.
  if (signal === 'SIGKILL' || status === 137 || /heap out of memory|ENOMEM/.test(text)) return outOfMemory()
  if (signal === 'SIGILL' || status === 132) return 'It uses instructions that the processor of this machine lacks.'
  if (signal === 'SIGBUS' || /ENOSPC|EDQUOT|no space left/i.test(text)) return noRoom
  const [, denied] = /(?:EACCES|EPERM|EROFS)[^\n]*? '([^'\n]+)'/.exec(text) ?? []
  if (denied !== undefined) return notAllowed(denied)
  if (signal != null && !wishes.includes(signal)) return `It crashed (${signal}).`
  return undefined
}

/** Prints why a program ended that ran for long, if the system knows. */
export function tellReason(what, ended) {
  const reason = reasonOf(ended)
  if (reason !== undefined) console.error(`${what} ended. ${reason}`)
}

/**
 * Says in a sentence why a file could not be written or a program could not be started; undefined for any other error.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function reasonOfError(error) {
  const { code, path = '.' } = /** @type {NodeJS.ErrnoException} */ (error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return noRoom
  if (code === 'ENOMEM') return outOfMemory()
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notAllowed(path)
  if (code === 'ENOENT' && String(/** @type {NodeJS.ErrnoException} */ (error).syscall).startsWith('spawn'))
    return `There is no program ${path}.`
  return undefined
}

const noRoom = 'There is no room left on the disk. Make room, then try again.'

function outOfMemory() {
  const limit = process.constrainedMemory?.() ?? 0
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem()
  return (
    `The system killed it, as it does when memory runs out: here are ${Math.round(bytes / 1_048_576)} MB. ` +
    'Stop other programs or add swap, then try again. A build may also be made on another machine and brought along: docs/self-hosting.md#a-small-machine'
  )
}

/** Says whose the file is, or the next folder above it that exists, since another owner is the usual cause. */
function notAllowed(path) {
  const found = nearest(resolve(path))
  const { uid, username } = userInfo()
  const { uid: owner } = statSync(found)
  if (owner === uid) return `${username} may not write in ${found}. Change its rights, then try again.`
  const whose = owner === 0 ? 'root' : `user ${owner}`
  return `${found} belongs to ${whose}, and this is ${username}. Run it as ${whose}, or give the folder to ${username}: sudo chown -R ${username} ${process.cwd()}`
}

const nearest = (path) => (existsSync(path) ? path : nearest(dirname(path)))
