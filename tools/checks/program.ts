import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { denoEnvironment } from '../programs.mjs'

export type Ended = { code: number; output: string }

/** Programs that are running: they end with us. */
const running = new Set<ReturnType<typeof spawn>>()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill('SIGTERM')
    process.exitCode = 130
    process.exit()
  })
}

/** Runs a program to its end; `onLine` gets each line of its output as it comes. */
export function run(
  program: string,
  args: readonly string[],
  { env = {}, onLine }: { env?: NodeJS.ProcessEnv; onLine?: (line: string) => void } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { env: { ...denoEnvironment, NO_COLOR: '1', DO_NOT_TRACK: '1', ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    running.add(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        onLine?.(line)
      })
    }
    child.on('error', (error) => resolve({ code: 1, output: String(error) }))
    child.on('close', (code) => {
      running.delete(child)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** The JSON that a reporter of ours has written into a line; undefined where a line is something else. */
export function reported(line: string): unknown {
  return line.startsWith(mark) ? JSON.parse(line.slice(mark.length)) : undefined
}

export const report = (event: object) => process.stdout.write(`${mark}${JSON.stringify(event)}\n`)

const mark = '@@test '
