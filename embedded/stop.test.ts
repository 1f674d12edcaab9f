import assert from 'node:assert/strict'
import { loadKeys } from './keys.ts'
import { isLocked, onOneFolder, postmasterOf, processesOf, refusedStart } from '../testing/child.ts'
import type { Child } from '../testing/child.ts'
import { Device } from '../testing/device.ts'
import { familyOn } from '../testing/family.ts'
import { until } from '../testing/until.ts'

const story = onOneFolder()

// The program's own limit of five seconds shows in the code it ends with.
const hangsAfterMs = 30_000

/** Ended in time, and nothing is left of it. */
async function assertGone(child: Child, signal: Deno.Signal, code: number): Promise<void> {
  const ended = await child.end(signal)
  assert.deepEqual([ended.code, ended.took < hangsAfterMs], [code, true], `${signal}: ${ended.took} ms, ${child.output}`)
  assert.deepEqual(await processesOf(child.folder), [])
  assert.ok(!(await isLocked(child.folder)))
  assert.deepEqual([...Deno.readDirSync(`${child.folder}/run`)], [])
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  story(`${signal} stops everything, tablets that are connected as well`, async (_, start) => {
    const child = start()
    const url = await child.address()
    const { parent } = await familyOn(url)
    const access = await parent.call('realtimeAccess', {})
    const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${access.publishableKey}&vsn=2.0.0`)
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    socket.onopen = () => open()
    socket.onclose = () => close()
    await opened
    await assertGone(child, signal, 0)
    await closed
  })
}

story('What was asked before is answered before it stops', async (folder, start) => {
  const child = start()
  const device = new Device(await child.address())
  const headers = { apikey: (await loadKeys(folder)).publishableKey }
  const body = { email: 'nobody@example.com', password: 'Wrong-pass-12' }
  // Checking a password takes long enough that the second one is under way when the first is answered; more could outlast the two seconds there are.
  const asked = Array.from({ length: 2 }, () => device.send('POST', '/auth/v1/token?grant_type=password', { headers, body }))
  await Promise.race(asked)
  await assertGone(child, 'SIGTERM', 0)
  for (const { status, text } of await Promise.all(asked)) assert.equal(status, 400, text)
})

story('A connection that never finishes its request does not hold it up', async (_, start) => {
  const child = start()
  const { port } = new URL(await child.address())
  const connection = await Deno.connect({ port: Number(port), hostname: '127.0.0.1' })
  await connection.write(new TextEncoder().encode('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'))
  await assertGone(child, 'SIGTERM', 0)
  connection.close()
})

story('Ctrl-C before it is ready stops it too', async (folder, start) => {
  const child = start()
  await until(() =>
    postmasterOf(folder).then(
      (pid) => pid > 0,
      () => false,
    ),
  )
  await assertGone(child, 'SIGINT', 0)
  const again = start()
  await again.address()
  await assertGone(again, 'SIGTERM', 0)
})

story('It ends with the program that started it', async (folder, start) => {
  const child = start({ stdin: 'piped', env: { BUBBLEQUEST_STOP_WITH_STDIN: '1' } })
  await child.address()
  await child.process.stdin.close()
  const { code, took } = await child.end()
  assert.deepEqual([code, took < hangsAfterMs], [0, true])
  assert.deepEqual(await processesOf(folder), [])
  assert.ok(!(await isLocked(folder)))
})

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
  story(`${signal} to npm alone stops what npm has started`, async (folder, start) => {
    const child = start({ npm: true })
    await child.address()
    const server = await holderOf(folder)
    child.process.kill(signal)
    try {
      await until(async () => !isRunning(server))
    } catch (error) {
      Deno.kill(server, 'SIGKILL')
      throw error
    }
    assert.deepEqual(await processesOf(folder), [])
    assert.equal(await Deno.readTextFile(`${folder}/lock`), '', 'it was stopped in order')
    await child.end()
  })
}

story('A kill -9 in the middle of writing loses nothing that was answered', async (folder, start) => {
  const child = start()
  const family = await familyOn(await child.address())
  const answered = new Map<string, number>()
  const first = await family.addQuest('Dishes')
  const enough = Promise.withResolvers<void>()
  // Four devices plan and move as fast as they can until the server is gone.
  const devices = [0, 1, 2, 3].map(async (device) => {
    for (let count = 0; ; count++) {
      const quest = await family.addQuest(`Quest ${device}.${count}`).catch(() => undefined)
      if (quest === undefined) return
      answered.set(quest.id, quest.version)
      const moved = await family.parent.call('moveOrEditQuest', { questId: quest.id }, { columnId: family.column('Done').id }).catch(() => undefined)
      if (moved === undefined) return
      answered.set(moved.id, moved.version)
      if (answered.size >= 60) enough.resolve()
    }
  })
  await enough.promise
  await child.end('SIGKILL')
  await Promise.all(devices)

  const again = start()
  const parent = new Device(await again.address())
  parent.cookies.set('bq_refresh', family.parent.cookies.get('bq_refresh') ?? '')
  const quests = new Map<string, number>()
  for (const { id, version } of await parent.call('quests', { familyId: family.familyId })) quests.set(id, version)
  answered.set(first.id, first.version)
  for (const [id, version] of answered) assert.ok((quests.get(id) ?? -1) >= version, `${id} in version ${version}, found ${quests.get(id)}`)
  await assertGone(again, 'SIGTERM', 0)
})

story('When Postgres is killed it ends with a sentence, and the next start has everything', async (folder, start) => {
  const child = start()
  const family = await familyOn(await child.address())
  const dishes = await family.addQuest('Dishes')
  Deno.kill(await postmasterOf(folder), 'SIGKILL')
  const { code, took } = await child.end()
  assert.deepEqual([code, took < hangsAfterMs], [1, true], child.output)
  assert.match(child.output, /Postgres ended by itself\. Everything that was saved is safe; start Bubblequest again\./)
  assert.doesNotMatch(child.output, /at file:|Uncaught/)
  assert.ok(!(await isLocked(folder)))

  const again = start()
  const parent = new Device(await again.address())
  parent.cookies.set('bq_refresh', family.parent.cookies.get('bq_refresh') ?? '')
  assert.deepEqual(await parent.call('quests', { familyId: family.familyId }), [dishes])
  await assertGone(again, 'SIGINT', 0)
})

story('Two starts at the same moment: one runs, the other one says so', async (folder, start) => {
  const children = [start(), start()]
  await Promise.any(children.map((child) => child.end()))
  const [refused, running] = children[0]?.over ? children : children.toReversed()
  assert.match(refused?.output ?? '', /^Bubblequest is already running on /)
  await running?.address()
  assert.match(await refusedStart({ folder }), /^Bubblequest is already running on /)
})

/** The process that has the lock of the folder. */
async function holderOf(folder: string): Promise<number> {
  return Number(/^process (\d+)/.exec(await Deno.readTextFile(`${folder}/lock`))?.[1])
}

function isRunning(pid: number): boolean {
  try {
    Deno.statSync(`/proc/${pid}`)
    return true
  } catch {
    return false
  }
}
