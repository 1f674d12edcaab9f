import assert from 'node:assert/strict'
import { postmasterOf, processes } from '../../testing/child.ts'
import { onOwnStack } from '../../testing/stack.ts'

const story = onOwnStack()

story(
  'While Postgres hangs the health is answered 503 within two seconds, and 200 again as soon as it goes on',
  async (stack) => {
    const health = async () => {
      const begun = performance.now()
      const answer = await fetch(`${stack.url}/api/health`)
      return {
        status: answer.status,
        parts: (await answer.json()) as Record<string, unknown>,
        took: performance.now() - begun,
      }
    }
    assert.equal((await health()).status, 200)
    const postmaster = await postmasterOf(stack.folder)
    const stopped = [postmaster, ...processes().flatMap(({ pid, parent }) => (parent === postmaster ? [pid] : []))]
    for (const pid of stopped) Deno.kill(pid, 'SIGSTOP')
    try {
      // Many checks at once: none waits for another.
      for (const { status, parts, took } of await Promise.all(Array.from({ length: 20 }, health))) {
        assert.deepEqual([status, parts['status'], parts['database']], [503, 'down', 'down'])
        assert.ok(took < 2000, `${took} ms`)
      }
    } finally {
      for (const pid of stopped.toReversed()) Deno.kill(pid, 'SIGCONT')
    }
    assert.equal((await health()).status, 200)
  },
)
