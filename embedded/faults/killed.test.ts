import assert from 'node:assert/strict'
import { inFolder, isLocked, onOneFolder, postmasterOf, processes, processesOf } from '../../testing/child.ts'
import { familyOn } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

/** A family with its quests for Mia, 20 gems each, and those whose completion was confirmed. */
type Chores = { family: SignedUpFamily; miaId: string; questIds: string[]; done: Set<string> }

const many = 60

async function addChores({ family, miaId, questIds }: Chores, url: string): Promise<void> {
  const parent = family.parent.copy(url)
  const quest = { icon: '🧹', gemValue: 20, assigneeIds: [miaId], columnId: family.column('To Do').id }
  const added = Array.from({ length: many }, (_, number) =>
    parent.call('addQuest', { familyId: family.familyId }, { ...quest, title: `Chore ${number}` }),
  )
  questIds.push(...(await Promise.all(added)).map(({ id }) => id))
}

/**
 * Lets four devices complete all quests without a response, until none is left or the server is gone. Calls `onDone`
 * for each response.
 */
async function completeAll(chores: Chores, url: string, onDone: () => void = () => {}): Promise<void> {
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
        onDone()
      }
    }),
  )
}

/** Completes quests until 25 more are confirmed, then runs `kill` while the others are in flight. */
async function interrupted(chores: Chores, url: string, kill: () => Promise<void> | void): Promise<void> {
  await addChores(chores, url)
  const before = chores.done.size
  let killed: Promise<void> | undefined
  await completeAll(chores, url, () => {
    if (chores.done.size === before + 25) killed = Promise.resolve(kill())
  })
  await killed
  assert.ok(killed !== undefined && chores.done.size < before + many, 'it was killed too late')
}

/** Asserts that all that was confirmed is stored and, once the devices have sent the rest again, that all is paid once. */
async function assertPaidOnce(chores: Chores, url: string): Promise<void> {
  const device = chores.family.parent.copy(url)
  const stored = async () => {
    const { completions, gemEntries } = await device.call('exportFamily', { familyId: chores.family.familyId })
    return { questIds: completions.map(({ questId }) => String(questId)).toSorted(), entries: gemEntries.length }
  }
  const kept = new Set((await stored()).questIds)
  for (const questId of chores.done) assert.ok(kept.has(questId), `${questId} was answered, and is not there`)
  await until(async () => {
    await completeAll(chores, url)
    return chores.done.size === chores.questIds.length
  })
  // A device that lost the response repeats a completion that was stored: nothing more is paid.
  chores.done.clear()
  await completeAll(chores, url)
  assert.deepEqual(await stored(), { questIds: chores.questIds.toSorted(), entries: chores.questIds.length })
  assert.equal((await device.call('gems', { memberId: chores.miaId })).balance, chores.questIds.length * 20)
}

story(
  'Killed in the middle of completions, a process of Postgres, Postgres, or all in a container: each is paid once when devices repeat it',
  async (folder, start) => {
    let child = start()
    let url = await child.address()
    const family = await familyOn(url)
    const chores: Chores = { family, miaId: (await family.addMember('Mia')).id, questIds: [], done: new Set() }

    await interrupted(chores, url, async () => Deno.kill(backendOf(await postmasterOf(folder)), 'SIGKILL'))
    await until(async () => (await Deno.readTextFile(`${folder}/postgres.log`)).includes('was terminated by signal 9'))
    await until(async () => (await family.parent.send('GET', '/api/health')).status === 200)
    await assertPaidOnce(chores, url)

    await interrupted(chores, url, async () => Deno.kill(await postmasterOf(folder), 'SIGKILL'))
    const { code } = await child.end()
    assert.equal(code, 1, child.output)
    assert.match(
      child.output,
      /Postgres ended by itself: the system killed it, as it does when memory runs out\. Everything that was saved is safe; start Bubblequest again\./,
    )
    assert.doesNotMatch(child.output, /at file:|Uncaught/)
    assert.ok(!(await isLocked(folder)))
    child = start({ inContainer: true })
    url = await child.address()
    await assertPaidOnce(chores, url)

    for (let kills = 1; kills <= 3; kills++) {
      const kill = async () => void (await child.end('SIGKILL'))
      await (kills === 1 ? interrupted(chores, url, kill) : kill())
      await until(() => processesOf(folder).length === 0)
      child = start({ inContainer: true })
      url = await child.address()
    }
    await assertPaidOnce(chores, url)
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
    // As a start that was cut short leaves it.
    await Deno.mkdir(`${folder}/postgres.new/base`, { recursive: true })
    await Deno.writeTextFile(`${folder}/postgres.new/PG_VERSION`, '17\n')
    await Deno.writeTextFile(`${folder}/keys.json.new`, '{"publi')
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
    assert.ok(!Deno.readDirSync(folder).some(({ name }) => name === 'postgres.new'))
  }))
