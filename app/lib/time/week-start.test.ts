import { afterEach, expect, test, vi } from 'vitest'
import { deviceWeekStart } from './week-start.ts'

afterEach(() => void vi.restoreAllMocks())

const starts = [
  ['de', 1],
  ['es-ES', 1],
  ['en-GB', 1],
  ['en', 7],
  ['es-MX', 7],
  ['pt-BR', 7],
  ['ar-EG', 6],
  ['fa', 6],
  // On Friday, which the product does not have.
  ['dv-MV', 1],
  ['C', 1],
] as const

test.each(starts)('a week begins in %s on %s', (tag, first) => {
  expect(deviceWeekStart(tag)).toBe(first)
})

test.each(starts)('and where the browser does not say it, in %s on %s', (tag, first) => {
  vi.spyOn(Intl.Locale.prototype as unknown as { getWeekInfo: () => object }, 'getWeekInfo').mockReturnValue({})
  expect(deviceWeekStart(tag)).toBe(first)
})
