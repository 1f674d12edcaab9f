import assert from 'node:assert/strict'
import { loadKeys } from './keys.ts'
import { isLocked, onOneFolder, postmasterOf, processes, processesOf } from '../testing/child.ts'
import type { Child } from '../testing/child.ts'
import { Device } from '../testing/device.ts'
import { familyOn } from '../testing/family.ts'
import { listener } from '../testing/listener.ts'
import { until } from '../testing/until.ts'

const story = onOneFolder()

// The program's own limit of five seconds shows in the code it ends with.
const hangsAfterMs = 30_000

/** Ends it, and asserts that it ends in time and leaves nothing behind. */
async function assertStops(child: Child, signal?: Deno.Signal): Promise<void> {
  const { code, took } = await child.end(signal)
  assert.deepEqual([code, took < hangsAfterMs], [0, true], `${signal}: ${took} ms, ${child.output}`)
  assert.deepEqual(processesOf(child.folder), [])
  assert.ok(!(await isLocked(child.folder)))
  assert.deepEqual([...Deno.readDirSync(`${child.folder}/run`)], [])
}

story('SIGINT stops everything, tablets that are connected as well', async (_, start) => {
  const child = start()
  const url = await child.address()
  const { parent } = await familyOn(url)
  const access = await parent.call('realtimeAccess', {})
  const tablet = await listener(url, `realtime:${access.topic}`, access)
  await assertStops(child, 'SIGINT')
  await tablet.closed
})

story('SIGTERM stops it once open requests are answered', async (folder, start) => {
  // Checking a password takes long enough that the second one is under way when the first is answered; more could
  // outlast the two seconds there are.
  const child = start({ env: { BUBBLEQUEST_PASSWORD_COST: '10' } })
  const device = new Device(await child.address())
  const headers = { apikey: (await loadKeys(folder)).publishableKey }
  const body = { email: 'nobody@example.com', password: 'Wrong-pass-12' }
  const asked = Array.from({ length: 2 }, () =>
    device.send('POST', '/auth/v1/token?grant_type=password', { headers, body }),
  )
  await Promise.race(asked)
  await assertStops(child, 'SIGTERM')
  for (const { status, text } of await Promise.all(asked)) assert.equal(status, 400, text)
})

story('SIGHUP stops it, and a connection that never finishes its request does not hold it up', async (_, start) => {
  const child = start()
  const { port } = new URL(await child.address())
  const connection = await Deno.connect({ port: Number(port), hostname: '127.0.0.1' })
  await connection.write(
    new TextEncoder().encode('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'),
  )
  await assertStops(child, 'SIGHUP')
  connection.close()
})

story('Ctrl-C before it is ready stops it too', async (folder, start) => {
  const child = start()
  await until(async () => (await postmasterOf(folder)) > 0)
  await assertStops(child, 'SIGINT')
  const again = start()
  await again.address()
  await assertStops(again, 'SIGTERM')
})

story('It ends with the program that started it', async (_, start) => {
  const child = start({ stdin: 'piped', env: { BUBBLEQUEST_STOP_WITH_STDIN: '1' } })
  await child.address()
  await child.process.stdin.close()
  await assertStops(child)
})

story('A kill of npm alone stops what npm has started', async (folder, start) => {
  const child = start({ npm: true })
  await child.address()
  const server = await holderOf(folder)
  child.process.kill('SIGKILL')
  try {
    await until(() => !processes().some(({ pid }) => pid === server))
  } catch (error) {
    Deno.kill(server, 'SIGKILL')
    throw error
  }
  assert.deepEqual(processesOf(folder), [])
  assert.equal(await Deno.readTextFile(`${folder}/lock`), '', 'it was stopped in order')
  await child.end()
})

/** The process that has the lock of the folder. */
async function holderOf(folder: string): Promise<number> {
  return Number(/^process (\d+)/.exec(await Deno.readTextFile(`${folder}/lock`))?.[1])
}
