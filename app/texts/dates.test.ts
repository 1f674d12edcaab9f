import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Day } from '#domain/contract/days.ts'

beforeEach(() => {
  vi.resetModules()
})

afterEach(() => {
  vi.resetModules()
  vi.unstubAllGlobals()
})

async function datesIn(languages: readonly string[]) {
  vi.stubGlobal('window', {})
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  const { loadTranslation } = await import('./load-translation.ts')
  await loadTranslation()
  return import('./dates.ts')
}

const day = Day.parse('2026-03-01')

test.each([
  [['en-US'], 'Sunday, March 1', 'March 1, 2026', 'Mar 1'],
  [['en-GB'], 'Sunday 1 March', '1 March 2026', '1 Mar'],
  [['de-DE', 'en-US'], 'Sonntag, 1. März', '1. März 2026', '1. März'],
  [['es-ES'], 'domingo, 1 de marzo', '1 de marzo de 2026', '1 mar'],
  // A browser without one of our languages gets English, in its order.
  [['tlh'], 'Sunday, March 1', 'March 1, 2026', 'Mar 1'],
])('with the languages %s a day is %s, %s and %s', async (languages, ...words) => {
  const { formatDay } = await datesIn(languages)
  expect([formatDay(day, 'weekdayAndDay'), formatDay(day, 'dayWithYear'), formatDay(day, 'shortDay')]).toEqual(words)
})

test.each([
  [['en-GB'], 'February – March 2026', 'March 2026', 'December 2025 – March 2026', 'Mar 2026'],
  [['de-DE'], 'Februar – März 2026', 'März 2026', 'Dezember 2025 – März 2026', 'Mär 2026'],
  [['es-ES'], 'febrero – marzo 2026', 'marzo 2026', 'diciembre 2025 – marzo 2026', 'mar 2026'],
])('with the languages %s months are %s, %s, %s and %s', async (languages, ...words) => {
  const { formatMonths } = await datesIn(languages)
  const [feb, dec] = [Day.parse('2026-02-28'), Day.parse('2025-12-31')]
  expect([
    formatMonths(feb, day, 'long'),
    formatMonths(day, day, 'long'),
    formatMonths(dec, day, 'long'),
    formatMonths(day, day, 'short'),
  ]).toEqual(words)
})
