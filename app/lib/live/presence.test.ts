import { afterEach, expect, test, vi } from 'vitest'
import { MemberId } from '#domain/contract/ids.ts'
import { membersPresent, createPresenceThrottle, type Present } from './presence.ts'

const [anna, ben, mia] = [1, 2, 3].map((digit) => MemberId.parse(`00000000-0000-4000-8000-00000000000${digit}`)) as [
  MemberId,
  MemberId,
  MemberId,
]

afterEach(() => void vi.useRealTimers())

test('a member on two devices counts once, and an invalid entry does not count', () => {
  const state = {
    tablet: [{ memberId: mia, presence_ref: 'a' }],
    phone: [{ memberId: mia }, { memberId: anna }],
    stranger: [{ memberId: 'me' }, {}, null, { name: 'Eve' }],
  }
  expect([...membersPresent(state)]).toEqual([mia, anna])
  expect(membersPresent({}).size).toBe(0)
})

test('a member that is tracked twice is sent once', () => {
  const sent: Present[] = []
  const { track } = createPresenceThrottle((present) => sent.push(present))
  for (const memberId of [anna, anna, mia, mia, anna]) track({ memberId })
  expect(sent.map(({ memberId }) => memberId)).toEqual([anna, mia, anna])
})

test('a tablet that changes members often never sends five times in half a minute, and ends with the last member', () => {
  vi.useFakeTimers()
  const sent: { memberId: MemberId; at: number }[] = []
  const { track } = createPresenceThrottle(({ memberId }) => sent.push({ memberId, at: Date.now() }))
  for (let turn = 0; turn < 200; turn++) {
    track({ memberId: [anna, ben, mia][turn % 3] ?? anna })
    vi.advanceTimersByTime(500)
  }
  track({ memberId: ben })
  vi.advanceTimersByTime(30_000)
  expect(sent.at(-1)?.memberId).toBe(ben)
  for (const { at } of sent)
    expect(sent.filter((other) => other.at >= at && other.at < at + 30_000).length).toBeLessThan(5)
})

test('nothing is sent after the end', () => {
  vi.useFakeTimers()
  const sent: Present[] = []
  const { track, end } = createPresenceThrottle((present) => sent.push(present))
  for (const memberId of [anna, ben, mia, anna, ben]) track({ memberId })
  end()
  vi.advanceTimersByTime(60_000)
  expect(sent).toHaveLength(4)
})
