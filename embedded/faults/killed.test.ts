import assert from 'node:assert/strict'
import { isLocked, onOneFolder, postmasterOf, processes } from '../../testing/child.ts'
import { assertNothingLost, assertPaidOnce, completeAll, hundredChores, sameDevice } from './chores.ts'
import type { Chores } from './chores.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

/** Completes until 40 are answered, then `kill` happens while the others are on their way. */
async function interrupted(chores: Chores, url: string, kill: () => Promise<void> | void): Promise<void> {
  let killed: Promise<void> | undefined
  await completeAll(chores, url, (done) => {
    if (done === 40) killed = Promise.resolve(kill())
  })
  await killed
  assert.ok(chores.done.size >= 40)
}

story('The whole of it is killed in the middle of a hundred completions: devices repeat what was not answered, and each is paid once', async (_, start) => {
  const child = start()
  const chores = await hundredChores(await child.address())
  await interrupted(chores, await child.address(), () => child.process.kill('SIGKILL'))
  await child.end()
  assert.ok(chores.done.size < 100, 'it was killed too late')

  const again = start()
  const url = await again.address()
  await assertNothingLost(chores, url)
  await completeAll(chores, url)
  // A device that did not hear the answer before repeats what was done already: nothing more is paid.
  chores.done.clear()
  await completeAll(chores, url)
  await assertPaidOnce(chores, url)
  assert.equal((await again.end('SIGTERM')).code, 0)
})

story(
  'Postgres is killed in the middle of a hundred completions: it ends with a sentence, and whoever starts it again has everything, paid once',
  async (folder, start) => {
    const child = start()
    const chores = await hundredChores(await child.address())
    await interrupted(chores, await child.address(), async () => Deno.kill(await postmasterOf(folder), 'SIGKILL'))
    const { code } = await child.end()
    assert.equal(code, 1, child.output)
    assert.match(child.output, /Postgres ended by itself\. Everything that was saved is safe; start Bubblequest again\./)
    assert.doesNotMatch(child.output, /at file:|Uncaught/)
    assert.ok(!(await isLocked(folder)))

    const again = start()
    const url = await again.address()
    await assertNothingLost(chores, url)
    await completeAll(chores, url)
    await assertPaidOnce(chores, url)
    assert.equal((await again.end('SIGTERM')).code, 0)
  },
)

story('One of the processes of Postgres is killed: the others stop for a moment, and it goes on by itself', async (folder, start) => {
  const child = start()
  const url = await child.address()
  const chores = await hundredChores(url)
  await interrupted(chores, url, async () => Deno.kill(backendOf(await postmasterOf(folder)), 'SIGKILL'))
  await until(async () => (await Deno.readTextFile(`${folder}/postgres.log`)).includes('was terminated by signal 9'))
  await until(async () => (await sameDevice(chores, url).send('GET', '/api/health')).status === 200)
  await assertNothingLost(chores, url)
  await until(async () => {
    await completeAll(chores, url)
    return chores.done.size === 100
  })
  await assertPaidOnce(chores, url)
  assert.equal((await child.end('SIGTERM')).code, 0, child.output)
})

/** The process of Postgres that serves one of the functions' connections. */
function backendOf(postmaster: number): number {
  const backend = processes().find(({ parent, command }) => parent === postmaster && command.startsWith('postgres: postgres postgres'))
  return backend?.pid ?? assert.fail('Nobody is connected')
}
