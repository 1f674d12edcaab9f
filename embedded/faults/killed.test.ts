import assert from 'node:assert/strict'
import { inFolder, isLocked, onOneFolder, postmasterOf, processes, processesOf } from '../../testing/child.ts'
import { familyOn } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

/** A family with a hundred quests for Mia, 20 gems each, and the responses to their completions. */
type Chores = { family: SignedUpFamily; miaId: string; questIds: string[]; done: Set<string> }

const many = 100

async function hundredChores(url: string): Promise<Chores> {
  const family = await familyOn(url)
  const { id: miaId } = await family.addMember('Mia')
  const quests = await Promise.all(
    Array.from({ length: many }, (_, number) => family.addQuest(`Chore ${number}`, { assigneeIds: [miaId] })),
  )
  return { family, miaId, questIds: quests.map(({ id }) => id), done: new Set() }
}

/**
 * Lets four devices complete all quests without a response, until none is left or the server is gone. Calls `onDone`
 * for each response.
 */
async function completeAll(chores: Chores, url: string, onDone: (done: number) => void = () => {}): Promise<void> {
  const { miaId, questIds, done } = chores
  const open = questIds.filter((id) => !done.has(id))
  const device = chores.family.parent.copy(url)
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      for (let questId = open.shift(); questId !== undefined; questId = open.shift()) {
        const answer = await device
          .ask('moveOrEditQuest', { questId }, { body: { completedDate: dayFromNow(), completingMemberId: miaId } })
          .catch(() => undefined)
        if (answer === undefined || answer.status >= 500) continue
        assert.equal(answer.status, 200, answer.text)
        done.add(questId)
        onDone(done.size)
      }
    }),
  )
}

/** Asserts that every confirmed completion is stored. */
async function assertNothingLost(chores: Chores, url: string): Promise<void> {
  const { completions } = await chores.family.parent
    .copy(url)
    .call('exportFamily', { familyId: chores.family.familyId })
  const kept = new Set(completions.map(({ questId }) => String(questId)))
  for (const questId of chores.done) assert.ok(kept.has(questId), `${questId} was answered, and is not there`)
}

/** Asserts that each quest was completed and paid exactly once, and Mia has all gems. */
async function assertPaidOnce(chores: Chores, url: string): Promise<void> {
  const device = chores.family.parent.copy(url)
  const { completions, gemEntries } = await device.call('exportFamily', { familyId: chores.family.familyId })
  assert.deepEqual(completions.map(({ questId }) => String(questId)).toSorted(), chores.questIds.toSorted())
  assert.equal(gemEntries.length, many)
  assert.equal((await device.call('gems', { memberId: chores.miaId })).balance, many * 20)
}

/** Completes quests until 40 are confirmed, then runs `kill` while the others are in flight. */
async function interrupted(chores: Chores, url: string, kill: () => Promise<void> | void): Promise<void> {
  let killed: Promise<void> | undefined
  await completeAll(chores, url, (done) => {
    if (done === 40) killed = Promise.resolve(kill())
  })
  await killed
  assert.ok(chores.done.size >= 40)
}

story(
  'The whole of it is killed in the middle of a hundred completions: devices repeat what was not answered, and each is paid once',
  async (_, start) => {
    const child = start()
    const chores = await hundredChores(await child.address())
    await interrupted(chores, await child.address(), () => child.process.kill('SIGKILL'))
    await child.end()
    assert.ok(chores.done.size < 100, 'it was killed too late')

    const again = start()
    const url = await again.address()
    await assertNothingLost(chores, url)
    await completeAll(chores, url)
    // A device that lost the response repeats a completion that was stored: nothing more is paid.
    chores.done.clear()
    await completeAll(chores, url)
    await assertPaidOnce(chores, url)
    assert.equal((await again.end('SIGTERM')).code, 0)
  },
)

story(
  'Postgres is killed in the middle of a hundred completions: it ends with a sentence, and whoever starts it again has everything, paid once',
  async (folder, start) => {
    const child = start()
    const chores = await hundredChores(await child.address())
    await interrupted(chores, await child.address(), async () => Deno.kill(await postmasterOf(folder), 'SIGKILL'))
    const { code } = await child.end()
    assert.equal(code, 1, child.output)
    assert.match(
      child.output,
      /Postgres ended by itself: the system killed it, as it does when memory runs out\. Everything that was saved is safe; start Bubblequest again\./,
    )
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

story(
  'One of the processes of Postgres is killed: the others stop for a moment, and it goes on by itself',
  async (folder, start) => {
    const child = start()
    const url = await child.address()
    const chores = await hundredChores(url)
    await interrupted(chores, url, async () => Deno.kill(backendOf(await postmasterOf(folder)), 'SIGKILL'))
    await until(async () => (await Deno.readTextFile(`${folder}/postgres.log`)).includes('was terminated by signal 9'))
    await until(async () => (await chores.family.parent.copy(url).send('GET', '/api/health')).status === 200)
    await assertNothingLost(chores, url)
    await until(async () => {
      await completeAll(chores, url)
      return chores.done.size === 100
    })
    await assertPaidOnce(chores, url)
    assert.equal((await child.end('SIGTERM')).code, 0, child.output)
  },
)

story(
  'A container that is killed three times in a row is ready after each start, and has everything',
  async (folder, start) => {
    let child = start({ inContainer: true })
    const { parent, familyId, addQuest } = await familyOn(await child.address())
    const { id: questId } = await addQuest('Dishes')
    let device = parent
    for (let kills = 1; kills <= 3; kills++) {
      const quest = await device.call('moveOrEditQuest', { questId }, { gemValue: kills })
      await child.end('SIGKILL')
      await until(() => processesOf(folder).length === 0)
      child = start({ inContainer: true })
      device = parent.copy(await child.address())
      assert.deepEqual(await device.call('quests', { familyId }), [quest])
    }
  },
)

/** The process of Postgres that serves one of the functions' connections. */
function backendOf(postmaster: number): number {
  const backend = processes().find(
    ({ parent, command }) => parent === postmaster && command.startsWith('postgres: postgres postgres'),
  )
  return backend?.pid ?? assert.fail('Nobody is connected')
}

Deno.test('The program that makes the database is killed: the start ends with a sentence, and the next one makes it', () =>
  inFolder(async (folder, start) => {
    const child = start()
    const makers = () =>
      processes().filter(({ command }) => /\/initdb\0.*postgres\.new/.test(command) && command.includes(folder))
    await until(() => makers().length > 0)
    for (const { pid } of makers()) Deno.kill(pid, 'SIGKILL')
    assert.equal((await child.end()).code, 1)
    assert.equal(
      child.output.trim(),
      `Postgres could not make its folder ${folder}/postgres: the system killed it, as it does when memory runs out`,
    )
    const again = start()
    await again.address()
    assert.equal((await again.end('SIGTERM')).code, 0)
  }))
