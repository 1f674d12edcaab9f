import { spawn } from 'node:child_process'
import { tellReason } from './failure.mjs'
import { denoEnvironment } from './programs.mjs'
import { stopWithNpm } from './stop-with-npm.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()
export const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0))
stopWithNpm()

/**
 * Starts a program that ends with this one. When it ends by itself, all do, unless `onExit` does something else. Its
 * input closes with us, however we end.
 * @param {[program: string, ...args: string[]]} command
 */
export function start([program, ...args], { env = {}, onExit = () => stop(1) } = {}) {
  const child = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'], env: { ...denoEnvironment, ...env } })
  children.add(child)
  child.on('exit', (status, signal) => {
    tellReason(args.join(' '), { status, signal })
    children.delete(child)
    if (!stopping.signal.aborted) onExit()
    else if (children.size === 0) process.exit()
  })
  return child
}

/** Ends all programs, and then this one. @param {number} code */
export function stop(code) {
  stopping.abort()
  process.exitCode = code
  if (children.size === 0) process.exit()
  const end = () => children.forEach((child) => child.kill('SIGTERM'))
  end()
  // The launcher of Supabase's CLI may miss the signal by which its program ended.
  setInterval(end, 5000)
}
