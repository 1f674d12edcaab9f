import { afterEach, expect, test, vi } from 'vitest'
import { stored } from './stored.ts'

/** Stands in for the browser's storage. */
function storage(kept: Record<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  })
  return kept
}

const favourite = () => stored('favourite', (text) => (text === 'apple' || text === 'pear' ? text : null))

afterEach(() => vi.unstubAllGlobals())

test('a choice is read from and kept in local storage, and null is not kept', () => {
  const kept = storage({ favourite: 'apple' })
  const fruit = favourite()
  expect(fruit.get()).toBe('apple')
  fruit.set('pear')
  expect(fruit.get()).toBe('pear')
  expect(kept).toEqual({ favourite: 'pear' })
  fruit.set(null)
  expect(kept).toEqual({})
})

test('nonsense in storage counts as nothing', () => {
  storage({ favourite: 'stone' })
  expect(favourite().get()).toBeNull()
})

test('a storage that refuses still lets us choose for now', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const fruit = favourite()
  expect(fruit.get()).toBeNull()
  fruit.set('pear')
  expect(fruit.get()).toBe('pear')
})

test('whoever listens hears of a choice until they stop', () => {
  storage({})
  const fruit = favourite()
  const heard = vi.fn()
  const stop = fruit.onChange(heard)
  fruit.set('apple')
  expect(heard).toHaveBeenCalledOnce()
  stop()
  fruit.set('pear')
  expect(heard).toHaveBeenCalledOnce()
})
