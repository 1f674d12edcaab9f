// Plain JavaScript on purpose: runs on the machine's own Node before anything is installed.
import { spawn } from 'node:child_process'
import { install } from './install.mjs'
import { findNode } from './programs.mjs'

/** Installs what is needed and runs the checks on a Node that runs TypeScript; `prepare` comes in between. */
export function runChecks(scope, prepare = () => {}) {
  install({ development: true })
  prepare()
  const checks = spawn(findNode(), ['tools/checks/main.ts', scope, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => checks.kill('SIGTERM'))
  checks.on('exit', (code) => process.exit(code ?? 1))
}
