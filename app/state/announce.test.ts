import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce, announceFormError, announcementsAtom } from './announce.ts'
import { store } from './store.ts'

const shown = () => store.get(announcementsAtom).map(({ sentence }) => sentence)

describe('announcements', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
  })

  test('come after the focus that moves with the same press', () => {
    announce('Quest deleted.')
    expect(shown()).toEqual([])
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Quest deleted.'])
  })

  test('are said one after the other, also the same twice', () => {
    announce('Not yet.')
    announce('Not yet.')
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Not yet.', 'Not yet.'])
    const ids = store.get(announcementsAtom).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
  })

  test('leave out what a form says itself at this moment, and no other fault', () => {
    announce('Login failed. Invalid email or password.', 'Invalid email or password')
    announce('Error. The server says no.', 'The server says no')
    announceFormError('Invalid email or password', true)
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Error. The server says no.'])
    vi.advanceTimersByTime(2000)
    announce('Login failed. Invalid email or password.', 'Invalid email or password')
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Login failed. Invalid email or password.'])
  })

  test('leave the page after some seconds, and at once for a later one', () => {
    announce('PIN must be exactly 4 digits')
    vi.advanceTimersByTime(2200)
    announce('Live again.')
    vi.advanceTimersByTime(150)
    expect(shown()).toEqual(['Live again.'])
    vi.advanceTimersByTime(5000)
    expect(shown()).toEqual([])
  })
})
