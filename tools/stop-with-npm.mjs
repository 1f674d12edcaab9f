// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const pollMs = 500

/**
 * Stops this program, when it is npm's script, once that npm has ended: npm tells at most its shell, and a killed one
 * nobody. The process that started npm may end before npm: after `nohup npm start &` the shell does.
 */
export function stopWithNpm() {
  const program = basename(process.argv[1] ?? '')
  // A program started by a script, and not the script itself, may be meant to outlive it.
  if (process.env.npm_lifecycle_script?.includes(program) !== true) return
  const parent = process.ppid
  // npm runs a script in a shell: most replace themselves with the program, Debian's stays in between.
  const shell = processOf(parent)
  const npm = shell?.command.includes(program) ? shell.parent : undefined
  const isNpmGone = () => process.ppid !== parent || (npm !== undefined && processOf(parent)?.parent !== npm)
  setInterval(() => isNpmGone() && process.kill(process.pid, 'SIGTERM'), pollMs).unref()
}

/** The parent and the command line of a process of Linux; undefined when it has ended, and elsewhere. */
function processOf(pid) {
  try {
    const [, parent] = /^PPid:\s(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return undefined
  }
}
