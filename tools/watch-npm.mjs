// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const pollMs = 500

/**
 * Returns a function that says whether the npm that runs this program as its script has ended; always false without an
 * npm. The process that started npm may end before npm: after `nohup npm start &` the shell does.
 */
export function trackNpm() {
  const program = basename(process.argv[1] ?? '')
  // A program started by a script, and not the script itself, may be meant to outlive it.
  if (process.env.npm_lifecycle_script?.includes(program) !== true) return () => false
  const parent = process.ppid
  const shell = processOf(parent)
  // npm runs a script in a shell: most replace themselves with the program, others stay in between.
  const npm = shell?.command.includes(program) ? shell.parent : undefined
  return () => process.ppid !== parent || (npm !== undefined && processOf(parent)?.parent !== npm)
}

/**
 * Calls `onEnd` once the npm that runs this program has ended, however it ended. Polls, because a killed npm sends no
 * signal.
 */
export function watchNpm(isNpmGone, onEnd) {
  const timer = setInterval(() => {
    if (!isNpmGone()) return
    clearInterval(timer)
    onEnd()
  }, pollMs)
  timer.unref()
}

/** The parent and the command line of a process; undefined when it has ended. */
function processOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in brackets may contain anything.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
    }
    const [, parent, command] =
      /^\s*(\d+) (.*)/s.exec(
        spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout,
      ) ?? []
    return parent === undefined ? undefined : { parent: Number(parent), command }
  } catch {
    return undefined
  }
}
