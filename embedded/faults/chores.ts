import assert from 'node:assert/strict'
import { Device } from '../../testing/device.ts'
import { dayFromNow, familyOn } from '../../testing/family.ts'
import type { Family } from '../../testing/family.ts'

/** A family with a hundred quests for Mia, 20 gems each, and what was answered to whoever completed them. */
export type Chores = { family: Family; miaId: string; questIds: string[]; done: Set<string>; url: string }

const many = 100

export async function hundredChores(url: string): Promise<Chores> {
  const family = await familyOn(url)
  const { id: miaId } = await family.addMember('Mia')
  const questIds: string[] = []
  await Promise.all(
    [0, 1, 2, 3].map(async (hand) => {
      for (let number = hand; number < many; number += 4) questIds.push((await family.addQuest(`Chore ${number}`, { assigneeIds: [miaId] })).id)
    }),
  )
  return { family, miaId, questIds, done: new Set(), url }
}

/** The parent's device on a stack that was started anew, with nothing but what a browser keeps. */
export const sameDevice = ({ family }: Chores, url: string): Device => family.parent.copy(url)

/** Four devices complete all that was not answered yet, until all is or the server is gone. `onDone` hears of each answer. */
export async function completeAll(chores: Chores, url: string, onDone: (done: number) => void = () => {}): Promise<void> {
  const { miaId, questIds, done } = chores
  const open = questIds.filter((id) => !done.has(id))
  const device = sameDevice(chores, url)
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

/** Everything that was answered is there. */
export async function assertNothingLost(chores: Chores, url: string): Promise<void> {
  const { completions } = await sameDevice(chores, url).call('exportFamily', { familyId: chores.family.familyId })
  const kept = new Set(completions.map(({ questId }) => String(questId)))
  for (const questId of chores.done) assert.ok(kept.has(questId), `${questId} was answered, and is not there`)
}

/** Each quest was completed and paid exactly once, and Mia has every gem of it. */
export async function assertPaidOnce(chores: Chores, url: string): Promise<void> {
  const device = sameDevice(chores, url)
  const { completions, gemEntries } = await device.call('exportFamily', { familyId: chores.family.familyId })
  assert.deepEqual(completions.map(({ questId }) => String(questId)).toSorted(), chores.questIds.toSorted())
  assert.equal(gemEntries.length, many)
  assert.equal((await device.call('gems', { memberId: chores.miaId })).balance, many * 20)
}
