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

/** A frame, and what waits for it to be on the screen. */
async function nextFrame(): Promise<void> {
  frame?.()
  await vi.advanceTimersByTimeAsync(0)
}

test('the first goes on at once, what comes until it is painted together, in order', async () => {
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => bunches.push([...things]))
  for (const thing of [1, 2]) tell(thing)
  expect(bunches).toEqual([[1]])
  frame?.()
  tell(3)
  expect(bunches).toEqual([[1]])
  await nextFrame()
  expect(bunches).toEqual([[1], [2, 3]])
  tell(4)
  await nextFrame()
  await nextFrame()
  tell(5)
  expect(bunches).toEqual([[1], [2, 3], [4], [5]])
})

test('with patience the first waits for the rest of a burst', async () => {
  const bunches: number[][] = []
  const tell = byFrame<number>(
    (things) => bunches.push([...things]),
    () => 24,
  )
  tell(1)
  await vi.advanceTimersByTimeAsync(20)
  for (const thing of [2, 3]) tell(thing)
  expect(bunches).toEqual([])
  await vi.advanceTimersByTimeAsync(4)
  expect(bunches).toEqual([[1, 2, 3]])
  tell(4)
  await nextFrame()
  expect(bunches).toEqual([[1, 2, 3], [4]])
})

test('what is told while others are passed on waits its turn', async () => {
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => {
    bunches.push([...things])
    if (things.includes(1)) tell(2)
  })
  tell(1)
  expect(bunches).toEqual([[1]])
  await nextFrame()
  expect(bunches).toEqual([[1], [2]])
})

test('a page that has no frames waits no longer than a moment', async () => {
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => bunches.push([...things]))
  for (const thing of [1, 2, 3]) tell(thing)
  await vi.advanceTimersByTimeAsync(49)
  expect(bunches).toEqual([[1]])
  await vi.advanceTimersByTimeAsync(2)
  expect(bunches).toEqual([[1], [2, 3]])
  await vi.advanceTimersByTimeAsync(51)
  tell(4)
  expect(bunches).toEqual([[1], [2, 3], [4]])
})
