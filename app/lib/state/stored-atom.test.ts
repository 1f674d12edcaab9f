import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { storedAtom } from './stored-atom.ts'

/** A fake of the browser's storage. */
function storage(kept: Record<string, string>) {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
    removeItem: (key: string) => void delete kept[key],
  })
  return kept
}

function favourite() {
  const store = createStore()
  const atom = storedAtom('favourite', (text) => (text === 'apple' || text === 'pear' ? text : null))
  return { get: () => store.get(atom), set: (value: 'apple' | 'pear' | null) => store.set(atom, value) }
}

afterEach(() => vi.unstubAllGlobals())

test('a choice is read from and written to local storage, and null is removed', () => {
  const kept = storage({ favourite: 'apple' })
  const fruit = favourite()
  expect(fruit.get()).toBe('apple')
  fruit.set('pear')
  expect(fruit.get()).toBe('pear')
  expect(kept).toEqual({ favourite: 'pear' })
  fruit.set(null)
  expect(fruit.get()).toBeNull()
  expect(kept).toEqual({})
})

test('an invalid value in storage counts as missing', () => {
  storage({ favourite: 'stone' })
  expect(favourite().get()).toBeNull()
})

test("a choice works for the page's lifetime when storage is blocked", () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const fruit = favourite()
  expect(fruit.get()).toBeNull()
  fruit.set('pear')
  expect(fruit.get()).toBe('pear')
})
