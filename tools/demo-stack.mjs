import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { denoEnvironment, findDeno } from './programs.mjs'

/** The demo family on a stack of its own; `signIn` is its parent's, `run` starts a program of ours on the same data. */
export async function startDemo(port) {
  const folder = mkdtempSync(join(tmpdir(), 'bubblequest-demo-'))
  const stack = spawn(process.execPath, ['tools/start.mjs', '--demo'], {
    env: { ...process.env, PORT: String(port), BUBBLEQUEST_DATA: folder, BUBBLEQUEST_RATE_LIMITS: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of stack.stdout) {
    said += chunk
    if (said.includes('Demo family:')) break
  }
  return {
    origin: `http://localhost:${port}`,
    signIn: JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')),
    async run(...program) {
      const child = spawn(findDeno(), ['run', '-A', ...program], { env: { ...denoEnvironment, BUBBLEQUEST_DATA: folder }, stdio: 'inherit' })
      await once(child, 'exit')
    },
    async stop() {
      stack.kill('SIGTERM')
      await once(stack, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
