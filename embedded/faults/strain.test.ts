import assert from 'node:assert/strict'
import v8 from 'node:v8'
import vm from 'node:vm'
import { postmasterOf, processes } from '../../testing/child.ts'
import { newFamily } from '../../testing/family.ts'
import { listener } from '../../testing/listener.ts'
import { onOwnStack } from '../../testing/stack.ts'

const story = onOwnStack()

const devices = 10
const moves = 500

v8.setFlagsFromString('--expose-gc')
const collect: () => void = vm.runInNewContext('gc')

/** The heap in bytes after a garbage collection. */
function held(): number {
  for (let times = 0; times < 4; times++) collect()
  return Deno.memoryUsage().heapUsed
}

story(
  'Events leave nothing behind: after a thousand of them the server holds no more memory than before',
  async (stack) => {
    const family = await newFamily(stack)
    const { parent, familyId } = family
    const { id: questId } = await family.addQuest('Dishes')
    const access = await parent.call('realtimeAccess', {})
    const tablets = await Promise.all(
      Array.from({ length: devices }, () => listener(stack.url, `realtime:${access.topic}`, access)),
    )
    const columns = ['To Do', 'Done'].map((title) => family.column(title).id)
    const round = async (count: number) => {
      for (let move = 0; move < count; move++) {
        await parent.call('moveOrEditQuest', { questId }, { columnId: columns[move % 2] })
        if (move % 10 === 0) await parent.call('quests', { familyId })
      }
    }
    // Warms up: everything that is allocated only once exists after this round.
    await round(moves)
    const grown = async () => {
      const before = held()
      await round(moves)
      return held() - before
    }
    // A leak of twenty bytes for each event that reached a device would be more, and grow with each round.
    const leak = moves * devices * 20
    let bytes = await grown()
    if (bytes >= leak) bytes = await grown()
    for (const tablet of tablets) {
      assert.ok(tablet.heard() >= moves)
      await tablet.close()
    }
    assert.ok(bytes < leak, `${bytes} bytes more`)
  },
)

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
