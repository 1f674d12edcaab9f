// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { forbiddenPort, takenPort } from '../embedded/port-problem.mjs'

/**
 * Ends the program with a sentence where a start would find a port taken: an install and a build take minutes. A port
 * that our own server has is left to the start, which says so.
 * @param {string[]} args of the start
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function requireFreePort(args, env = process.env) {
  const port = Number(env.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return
  const code = await tryPort(port, hostOf(args))
  if (code === 'EADDRINUSE' && !isOurs(port, env.BUBBLEQUEST_DATA || '.bubblequest')) fail(takenPort(port))
  if (code === 'EACCES') fail(forbiddenPort(port))
}

function hostOf(args) {
  const at = args.indexOf('--host')
  if (at === -1) return '127.0.0.1'
  const next = args[at + 1]
  return next === undefined || next.startsWith('--') ? undefined : next
}

/** Returns the code of the error, if there is one. On no host it listens on all addresses. */
function tryPort(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }) => resolve(code))
    server.listen({ port, host }, () => server.close(() => resolve(undefined)))
  })
}

const isOurs = (port, folder) =>
  existsSync(`${folder}/lock`) && readFileSync(`${folder}/lock`, 'utf8').endsWith(`:${port}`)

/** @returns {never} */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
