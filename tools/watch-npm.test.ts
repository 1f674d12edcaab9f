import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
const ends: (() => void)[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bubblequest-npm-'))
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ scripts: { start: 'node program.mjs', other: 'node other.mjs' } }),
  )
  // Says who its parent is; asked by a line, it says whether its npm is gone, and whether its parent is another process
  // by now.
  writeFileSync(
    join(folder, 'program.mjs'),
    `import { trackNpm } from ${JSON.stringify(new URL('watch-npm.mjs', import.meta.url).href)}
     const parent = process.ppid
     const isNpmGone = trackNpm()
     console.log('ready', parent)
     process.stdin.on('data', () => console.log(isNpmGone() ? 'gone' : 'there', process.ppid === parent ? 'same' : 'other'))
     process.stdin.on('end', () => process.exit())`,
  )
  // npm calls it with `-c` and the script; it leaves no shell in between.
  writeFileSync(join(folder, 'without-shell'), '#!/bin/sh\nexec $2\n', { mode: 0o755 })
  writeFileSync(
    join(folder, 'other.mjs'),
    `import { spawn } from 'node:child_process'; spawn('node', ['program.mjs'], { stdio: 'inherit' })`,
  )
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command line that starts the program. */
async function start(command: string) {
  // The input is descriptor 3: a shell gives what runs in the background an empty one as its first.
  const shell = spawn('sh', ['-c', command], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })
  const input = shell.stdio[3] as unknown as NodeJS.WritableStream
  ends.push(() => input.end())
  if (shell.stdout === null) throw new Error('The shell has no output')
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const next = async (pattern: RegExp): Promise<string[]> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('It ended')
      const found = pattern.exec(value)
      if (found !== null) return found.slice(1)
    }
  }
  const parent = Number(await next(/^ready (\d+)/))
  const ask = async () => {
    input.write('?\n')
    return (await next(/^((?:gone|there) (?:same|other))/))[0]
  }
  return { shell, parent, ask }
}

async function kill(shell: ChildProcess, pid = shell.pid) {
  const ended = once(shell, 'exit')
  process.kill(pid ?? 0, 'SIGKILL')
  await ended
}

// `exec`: the number of the shell is npm's.
test.each([
  ['with a shell in between', 'exec npm start <&3'],
  ['that runs the program itself', `exec npm start --script-shell=./without-shell <&3`],
])('npm %s is gone once it is killed', async (_, command) => {
  const program = await start(command)
  expect(await program.ask()).toBe('there same')
  await kill(program.shell)
  expect(await program.ask()).toMatch(/^gone /)
})

test('npm is gone once the shell in between is killed', async () => {
  const { shell, parent, ask } = await start('exec npm start <&3')
  await kill(shell, parent)
  expect(await ask()).toMatch(/^gone /)
})

test.each([
  ['nohup npm start &', 'nohup npm start <&3 & wait'],
  ['setsid npm start &', 'setsid npm start <&3 & wait'],
  ['npm start & without a shell in between', 'npm start --script-shell=./without-shell <&3 & wait'],
])('%s outlives the shell it was typed into', async (_, command) => {
  const program = await start(command)
  await kill(program.shell)
  expect(await program.ask()).toBe('there same')
})

test('without npm it outlives whoever started it', async () => {
  const program = await start('node program.mjs <&3 & wait')
  await kill(program.shell)
  expect(await program.ask()).toBe('there other')
})

test('a program that a script starts may outlive it', async () => {
  const { shell, parent, ask } = await start('exec npm run other <&3')
  await kill(shell, parent)
  expect(await ask()).toBe('there other')
})
