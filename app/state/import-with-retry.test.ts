import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importWithRetry, LostCodeError } from './import-with-retry.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', page)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An import that fails so many times before it succeeds. */
const lostCode = (times: number) => {
  let asked = 0
  return vi.fn<() => Promise<string>>(async () => {
    if (++asked <= times)
      throw new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/part.js')
    return 'code'
  })
}

test('a lost chunk is imported again after half a second, after one and after two', async () => {
  const fetchCode = lostCode(3)
  const coming = importWithRetry(fetchCode)
  for (const [milliseconds, times] of [
    [499, 1],
    [1, 2],
    [999, 2],
    [1, 3],
    [1999, 3],
    [1, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(milliseconds)
    expect(fetchCode).toHaveBeenCalledTimes(times)
  }
  expect(await coming).toBe('code')
})

test("an import fails after four losses, with the browser's error as the cause", async () => {
  const fetchCode = lostCode(Infinity)
  const failing = importWithRetry(fetchCode).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  const error = await failing
  expect(error).toBeInstanceOf(LostCodeError)
  expect((error as LostCodeError).cause).toBeInstanceOf(TypeError)
  expect(fetchCode).toHaveBeenCalledTimes(4)
})

test('code that threw is not lost', async () => {
  const thrown = importWithRetry(
    () => Promise.reject(new TypeError('x is undefined')),
    () => false,
  )
  await expect(thrown).rejects.toMatchObject({ isLost: false })
  await expect(importWithRetry(lostCode(1), () => false)).rejects.toMatchObject({ isLost: true })
})

test.each(['online', 'visibilitychange'])('a page that is told %s ends the pause', async (event) => {
  const fetchCode = lostCode(1)
  const coming = importWithRetry(fetchCode)
  await vi.advanceTimersByTimeAsync(0)
  page.dispatchEvent(new Event(event))
  expect(await coming).toBe('code')
})

test('an unlimited import is finally retried every half minute, until it is stopped', async () => {
  const fetchCode = lostCode(Infinity)
  let isOver = false
  const failing = importWithRetry(fetchCode, () => !isOver).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  const asked = fetchCode.mock.calls.length
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fetchCode).toHaveBeenCalledTimes(asked + 1)
  isOver = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await failing).toBeInstanceOf(LostCodeError)
})
