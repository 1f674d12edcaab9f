import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byFrame } from './by-frame.ts'

let frame: (() => void) | undefined
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => (frame = callback))
  vi.stubGlobal('cancelAnimationFrame', () => (frame = undefined))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const nextFrame = () => frame?.()

test('the first goes on at once, the rest of the frame together, in order', () => {
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => bunches.push([...things]))
  for (const thing of [1, 2, 3]) tell(thing)
  expect(bunches).toEqual([[1]])
  nextFrame()
  expect(bunches).toEqual([[1], [2, 3]])
  tell(4)
  nextFrame()
  nextFrame()
  tell(5)
  expect(bunches).toEqual([[1], [2, 3], [4], [5]])
})

test('what is told while others are passed on waits its turn', () => {
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => {
    bunches.push([...things])
    if (things.includes(1)) tell(2)
  })
  tell(1)
  nextFrame()
  expect(bunches).toEqual([[1], [2]])
})

test('a page that has no frames waits no longer than a moment', () => {
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => bunches.push([...things]))
  for (const thing of [1, 2, 3]) tell(thing)
  vi.advanceTimersByTime(49)
  expect(bunches).toEqual([[1]])
  vi.advanceTimersByTime(1)
  expect(bunches).toEqual([[1], [2, 3]])
  vi.advanceTimersByTime(50)
  tell(4)
  expect(bunches).toEqual([[1], [2, 3], [4]])
})
