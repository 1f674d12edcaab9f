import assert from 'node:assert/strict'
import type { Quest } from '../../domain/contract/quests.ts'
import { Device } from '../../testing/device.ts'
import { onOneStack } from '../../testing/stack.ts'

const story = onOneStack()

story("Without a title a quest, a reward and a column are saved under a friendly one in the family's language", async (stack) => {
  const names = {
    en: ['New quest', 'New reward', 'New column'],
    de: ['Neue Quest', 'Neue Belohnung', 'Neue Spalte'],
    es: ['Nueva misión', 'Nueva recompensa', 'Nueva columna'],
  }
  for (const [language, expected] of Object.entries(names)) {
    const parent = new Device(stack.url)
    const email = `anna-${crypto.randomUUID()}@example.com`
    await parent.call('signup', {}, { firstName: 'Anna', lastName: 'Berg', email, password: 'bubbles-and-gems', language })
    const [membership] = await parent.call('myFamilies', {})
    assert.ok(membership)
    const familyId = membership.family.id
    const [ideas] = await parent.call('columns', { familyId })
    assert.ok(ideas)
    for (const blank of ['', ' \t ', '\u200b\u2060\ufeff']) {
      const quest: Quest = await parent.call(
        'addQuest',
        { familyId },
        { title: blank, icon: '🧹', gemValue: 5, assigneeIds: [membership.id], columnId: ideas.id },
      )
      const reward = await parent.call('addReward', { familyId }, { title: blank })
      const column = await parent.call('addColumn', { familyId }, { title: blank, emoji: '🌱' })
      assert.deepEqual([quest.title, reward.title, column.title], expected)
      await parent.call('moveOrEditQuest', { questId: quest.id }, { title: 'Dishes' })
      await parent.call('editReward', { rewardId: reward.id }, { title: 'Cinema' })
      await parent.call('editColumn', { columnId: column.id }, { title: 'Garden' })
      const renamed = await Promise.all([
        parent.call('moveOrEditQuest', { questId: quest.id }, { title: blank }),
        parent.call('editReward', { rewardId: reward.id }, { title: blank }),
        parent.call('editColumn', { columnId: column.id }, { title: blank }),
      ])
      assert.deepEqual(
        renamed.map(({ title }) => title),
        expected,
      )
    }
    // What is read later is what was answered.
    assert.deepEqual(new Set((await parent.call('quests', { familyId })).map(({ title }) => title)), new Set(expected.slice(0, 1)))
  }
})
