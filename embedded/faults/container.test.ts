import assert from 'node:assert/strict'
import { onOneFolder, processesOf } from '../../testing/child.ts'
import { familyOn } from '../../testing/family.ts'
import { until } from '../../testing/until.ts'

const story = onOneFolder()

story('A container that is killed ten times in a row is ready after each start, and has everything', async (folder, start) => {
  let child = start({ inContainer: true })
  const { parent, familyId, addQuest } = await familyOn(await child.address())
  const { id: questId } = await addQuest('Dishes')
  let device = parent
  for (let kills = 1; kills <= 10; kills++) {
    const quest = await device.call('moveOrEditQuest', { questId }, { gemValue: kills })
    await child.end('SIGKILL')
    await until(() => processesOf(folder).length === 0)
    child = start({ inContainer: true })
    device = parent.copy(await child.address())
    assert.deepEqual(await device.call('quests', { familyId }), [quest])
  }
})
