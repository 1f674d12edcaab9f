import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { expect, test } from 'vitest'

const files = {
  'package.json': JSON.stringify({ scripts: { start: 'node program.mjs', other: 'node other.mjs' } }),
  'other.mjs': `import { spawn } from 'node:child_process'; spawn('node', ['program.mjs'], { stdio: 'inherit' })`,
  // Polls when it is asked, and says whether it would stop.
  'program.mjs': `import { stopWithNpm } from ${JSON.stringify(new URL('stop-with-npm.mjs', import.meta.url).href)}
    let poll = () => {}
    globalThis.setInterval = (callback) => ({ unref: () => (poll = callback) })
    let state = 'runs'
    process.kill = () => (state = 'stops')
    stopWithNpm()
    console.log(process.ppid)
    process.stdin.on('data', () => { poll(); console.log(state) }).on('end', () => process.exit())`,
  // npm calls it with \`-c\` and the script; it leaves no shell in between.
  'without-shell': '#!/bin/sh\nexec $2\n',
}

// `exec`: the number of the shell is npm's. A shell gives what runs in the background an empty input: descriptor 3 is it.
test.each([
  ['stops', 'once its npm is killed', 'exec npm start --silent <&3'],
  ['stops', 'once its npm without a shell is killed', 'exec npm start --silent --script-shell=./without-shell <&3'],
  ['stops', 'once the shell between npm and it is killed', 'exec npm start --silent <&3', 'its parent'],
  ['runs', 'on where npm outlives the shell that started it', 'setsid npm start --silent <&3 & wait'],
  ['runs', 'on where npm without a shell does', 'npm start --silent --script-shell=./without-shell <&3 & wait'],
  ['runs', 'on without an npm', 'node program.mjs <&3 & wait'],
  ['runs', 'on where another program of npm has started it', 'exec npm run other --silent <&3', 'its parent'],
])('a program %s %s', async (expected, _, command, killed = 'the first') => {
  const folder = mkdtempSync(`${tmpdir()}/bubblequest-npm-`)
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text, { mode: 0o755 })
  const shell = spawn('sh', ['-c', command], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })
  const [, output, , input] = shell.stdio as unknown as [null, Readable, null, Writable]
  const lines = createInterface({ input: output })[Symbol.asyncIterator]()
  const parent = Number((await lines.next()).value)
  const ask = async () => {
    input.write('?\n')
    return (await lines.next()).value
  }
  expect(await ask()).toBe('runs')
  const ended = once(shell, 'exit')
  process.kill(killed === 'its parent' ? parent : (shell.pid ?? 0), 'SIGKILL')
  await ended
  expect(await ask()).toBe(expected)
  input.end()
  rmSync(folder, { recursive: true })
})
