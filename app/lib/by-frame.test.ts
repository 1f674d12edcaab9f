import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { byFrame } from './by-frame.ts'

let frame: (() => void) | undefined
beforeEach(() => {
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => (frame = callback))
})
afterEach(() => void vi.unstubAllGlobals())

const nextFrame = () => {
  const due = frame
  frame = undefined
  due?.()
}

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

test('a hidden page waits for no frame', async () => {
  vi.stubGlobal('document', { hidden: true })
  vi.useFakeTimers()
  const bunches: number[][] = []
  const tell = byFrame<number>((things) => bunches.push([...things]))
  tell(1)
  tell(2)
  vi.runAllTimers()
  expect(bunches).toEqual([[1], [2]])
  vi.useRealTimers()
})
