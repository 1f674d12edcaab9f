import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Device } from './device.ts'
import { familyOn, password } from './family.ts'
import type { Family } from './family.ts'
import { listener } from './listener.ts'

type Attack = {
  url: string
  pid: number
  publishableKey: string
  seconds: number
  sockets: number
  families: number
  /** Of each family. */ moveEveryMs: number
}

export type Attacked = {
  /** What was asked by families, and what of it was not answered as in peace, in words. */
  calls: number
  refused: string[]
  /** Milliseconds from each move to its answer. */
  moves: number[]
  /** The most that the server held. */
  memoryMib: number
  /** What the stranger has done. */
  stranger: Record<string, number>
}

const program = fileURLToPath(new URL('stranger.ts', import.meta.url))

/** One stranger from one address does all they can, while families work, each from an address of its own. */
export async function attack({ url, pid, publishableKey, seconds, sockets, families: count, moveEveryMs }: Attack): Promise<Attacked> {
  const families: Family[] = []
  for (let number = 1; number <= count; number++) {
    const client = Deno.createHttpClient({ localAddress: `127.0.1.${number}` })
    families.push(await familyOn(url, 'Berg', new Device(url, {}, client)))
  }
  // A stranger has a machine of their own: theirs takes what is left of this one.
  const stranger = new Deno.Command('nice', {
    args: ['-n', '19', Deno.execPath(), 'run', '-A', '--no-check', program, url, publishableKey, String(seconds), String(sockets), families[0]?.email ?? ''],
    stdin: 'null',
    stdout: 'piped',
    stderr: 'inherit',
  }).spawn()
  const attacked: Attacked = { calls: 0, refused: [], moves: [], memoryMib: 0, stranger: {} }
  const words = stranger.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  assert.equal((await words.next()).value, 'begun\n')
  let isOver = false
  const watch = setInterval(async () => (attacked.memoryMib = Math.max(attacked.memoryMib, await resident(pid))), 200)
  const atWork = families.map((family, number) => work(family, { attacked, moveEveryMs, number, isOver: () => isOver }))
  let said = ''
  for (let next = await words.next(); next.done !== true; next = await words.next()) said += next.value
  isOver = true
  await Promise.all(atWork)
  clearInterval(watch)
  await stranger.status
  attacked.stranger = JSON.parse(said)
  for (const { parent } of families) parent.client?.close()
  return attacked
}

type Work = { attacked: Attacked; moveEveryMs: number; number: number; isOver: () => boolean }

/** Moves quests; every few moves a token ends and is renewed, the board is read, a screen connects, a device signs in. */
async function work(family: Family, { attacked, moveEveryMs, number, isOver }: Work): Promise<void> {
  const { parent, familyId } = family
  const honest = async (what: string, act: () => Promise<unknown>) => {
    attacked.calls++
    await act().catch((error: unknown) => attacked.refused.push(`${what}: ${error instanceof Error ? error.message : String(error)}`))
  }
  let questId = ''
  await honest('a new quest', async () => ({ id: questId } = await family.addQuest('Dishes')))
  const columns = [family.column('Done').id, family.column('To Do').id]
  // Families do not all do the same at the same moment.
  for (let turn = number; !isOver(); turn++) {
    const begun = performance.now()
    await honest('a move', async () => {
      await parent.call('moveOrEditQuest', { questId }, { columnId: columns[turn % 2] })
      attacked.moves.push(performance.now() - begun)
    })
    if (turn % 5 === 0) {
      parent.cookies.delete('bq_access')
      await honest('a renewal', () => parent.call('quests', { familyId }))
    }
    if (turn % 5 === 2) {
      await honest('a connection', async () => {
        const screen = await listener(parent.url, `realtime:family:${familyId}`, await parent.call('realtimeAccess', {}), parent.client)
        await screen.close()
      })
    }
    // The first family's password is the one that is guessed at; it has been signed in before, and need not sign in again.
    if (turn % 10 === 4 && number > 0)
      await honest('a sign-in', () => new Device(parent.url, {}, parent.client).call('login', {}, { email: family.email, password }))
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begun + moveEveryMs - performance.now())))
  }
}

/** What a process holds in memory, in MiB. */
async function resident(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`).catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
