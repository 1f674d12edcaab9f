import assert from 'node:assert/strict'
import { createPasswords, isBcrypt } from './passwords.ts'

Deno.test('The worker ends when nobody needs it, and starts again', async () => {
  const ended: Worker[] = []
  const RealWorker = globalThis.Worker
  const { promise: bothEnded, resolve } = Promise.withResolvers<void>()
  globalThis.Worker = class extends RealWorker {
    override terminate() {
      super.terminate()
      if (ended.push(this) === 2) resolve()
    }
  }
  try {
    const passwords = createPasswords({ idleMs: 0 })
    const hash = await passwords.hash('one')
    await new Promise((turn) => setTimeout(turn, 0))
    assert.equal(ended.length, 1)
    assert.equal(await passwords.verify('one', hash), true)
    await bothEnded
    assert.notEqual(ended[0], ended[1])
  } finally {
    globalThis.Worker = RealWorker
  }
})

Deno.test('Hashing leaves the event loop free', async () => {
  const passwords = createPasswords()
  const countTurns = async (work: Promise<unknown>) => {
    let turns = 0
    const ticker = setInterval(() => turns++, 2)
    await work.finally(() => clearInterval(ticker))
    return turns
  }
  await passwords.hash('none')
  const started = performance.now()
  const busy = await countTurns(Promise.all(['one', 'two', 'three'].map((each) => passwords.hash(each))))
  const took = performance.now() - started
  // Compares with the same time spent waiting, because a busy machine slows both.
  const idle = await countTurns(new Promise((resolve) => setTimeout(resolve, took)))
  passwords.close()
  assert.ok(busy > idle / 6, `the loop came round ${busy} times in ${took} ms, and ${idle} times without hashing`)
})

Deno.test('A waiting check is rejected when the worker is closed', async () => {
  const passwords = createPasswords()
  const hashed = passwords.hash('one')
  passwords.close()
  await assert.rejects(hashed, /has ended/)
})

Deno.test('A hash that would take hours to compare is no hash to us', () => {
  const tail = '.'.repeat(53)
  assert.deepEqual(
    ['$2a$10$', '$2b$14$', '$2y$04$', '$2a$15$', '$2a$31$', '$2c$10$'].map((head) => isBcrypt(head + tail)),
    [true, true, true, false, false, false],
  )
})
