import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Day } from '#domain/contract/days.ts'
import type { FamilyEvent } from '#domain/contract/events.ts'
import { MemberId, QuestId } from '#domain/contract/ids.ts'
import { emptyFamilyState, withRead } from '#domain/rules/family-state.ts'
import { aColumn, aMember, aQuest, aRead, uuid } from '#testing/builders.ts'
import { newsAtom } from '#app/lib/device/device-settings.ts'
import { applyEvents, settleCommand, showPending, updateServerState } from '#app/lib/state/family-store.ts'
import { announcementsAtom } from '#app/state/announce.ts'
import { store } from '#app/state/store.ts'
import { followNews } from './family-news.ts'

const mia = MemberId.parse(uuid(3, 1))
const doing = aColumn(3)
const questAt = (number: number, version: number, more: object = {}) =>
  aQuest({ id: uuid(1, number), title: `Quest ${number}`, version, assigneeIds: [mia], ...more })
const moved = (number: number, revision: number): FamilyEvent => ({
  type: 'quest.saved',
  revision,
  quest: questAt(number, revision, { columnId: doing.id }),
})
const said = () => {
  vi.advanceTimersByTime(2200)
  return store.get(announcementsAtom).map(({ sentence }) => sentence)
}
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { activeElement: null })
  const quests = [1, 2, 3, 4, 5].map((number) => questAt(number, 1))
  const read = aRead(1, { columns: [doing, aColumn(4)], members: [aMember(1, 'Mia')], quests })
  updateServerState(() => withRead(emptyFamilyState, read, null))
  stop = followNews(() => undefined)
})
afterEach(() => {
  stop()
  store.set(newsAtom, true)
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('moves of other devices are gathered into one announcement, which names three quests', () => {
  applyEvents([moved(1, 2)])
  applyEvents([moved(2, 3)])
  expect(said()).toEqual([`Now in ${doing.title}: Quest 1 and Quest 2.`])
  vi.advanceTimersByTime(10_000)
  applyEvents([1, 2, 3, 4, 5].map((number) => ({ type: 'quest.deleted', revision: 9, questId: questId(number) })))
  expect(said()).toEqual(['Gone: Quest 1, Quest 2, Quest 3 and 2 more.'])
})

test('a command of this device is no news, whether its event or its reply comes first', () => {
  const command = { name: 'moveOrEditQuest', questId: questId(1), body: { columnId: doing.id }, ...now } as const
  showPending(command)
  applyEvents([moved(1, 2)])
  settleCommand(command, { events: [moved(1, 2)] })
  const next = { ...command, questId: questId(2), key: 'l' }
  showPending(next)
  settleCommand(next, { events: [moved(2, 3)] })
  applyEvents([moved(2, 3)])
  expect(said()).toEqual([])
})

test('nothing is said of edits elsewhere, nor where the device does not want news', () => {
  applyEvents([{ type: 'quest.saved', revision: 2, quest: questAt(1, 2, { gemValue: 5 }) }])
  store.set(newsAtom, false)
  applyEvents([moved(2, 3)])
  expect(said()).toEqual([])
})

const questId = (number: number) => QuestId.parse(uuid(1, number))
const now = { key: 'k', at: '2026-11-21T08:00:00Z', today: Day.parse('2026-11-21') }
