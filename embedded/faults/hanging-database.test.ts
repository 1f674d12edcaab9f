import assert from 'node:assert/strict'
import { postmasterOf } from '../../testing/child.ts'
import { onOwnStack } from '../../testing/stack.ts'

const story = onOwnStack()

/** Postgres and all of its own processes. */
function processesOf(postmaster: number): number[] {
  const children = [...Deno.readDirSync('/proc')].filter(({ name }) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return [postmaster, ...children.map(({ name }) => Number(name))]
}

/** Undefined when it has ended meanwhile. */
function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(Deno.readTextFileSync(`/proc/${pid}/status`))?.[1])
  } catch {
    return undefined
  }
}

story('While Postgres hangs the health is answered 503 within two seconds, and 200 again as soon as it goes on', async (stack) => {
  const health = async () => {
    const begun = performance.now()
    const answer = await fetch(`${stack.url}/api/health`)
    return { status: answer.status, parts: (await answer.json()) as Record<string, unknown>, took: performance.now() - begun }
  }
  assert.equal((await health()).status, 200)
  const stopped = processesOf(await postmasterOf(stack.folder))
  for (const pid of stopped) Deno.kill(pid, 'SIGSTOP')
  try {
    // As many as there are who watch it: none waits for another.
    for (const { status, parts, took } of await Promise.all(Array.from({ length: 20 }, health))) {
      assert.deepEqual([status, parts['status'], parts['database']], [503, 'down', 'down'])
      assert.ok(took < 2000, `${took} ms`)
    }
  } finally {
    for (const pid of stopped.toReversed()) Deno.kill(pid, 'SIGCONT')
  }
  assert.equal((await health()).status, 200)
})
