import { expect, test, vi } from 'vitest'
import { filterKeys } from './filter-keys.ts'

/** Returns a function that sends a key to a page's element, and returns whether the browser and handlers get it. */
function openPage() {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  filterKeys()
  vi.unstubAllGlobals()
  const handler = vi.fn<() => void>()
  page.addEventListener('keydown', handler)
  return (target: object, fields: object) => {
    handler.mockReset()
    const event = Object.assign(new Event('keydown', { cancelable: true }), fields)
    Object.defineProperty(event, 'target', { value: target })
    return { isDefault: page.dispatchEvent(event), isHandled: handler.mock.calls.length === 1 }
  }
}

const elements = Object.fromEntries(
  ['button', 'input', 'textarea'].map((name) => [name, { matches: (fields: string) => fields.includes(name) }]),
)

test.each([
  ...['Enter', ' ', 'Escape'].map((key) => [key, 'button', 'button', false] as const),
  ...['Enter', ' '].map((key) => [key, 'button', 'textarea', false] as const),
  ['Enter', 'input', 'input', false],
  [' ', 'input', 'input', true],
  ['Enter', 'textarea', 'textarea', true],
  ...['ArrowDown', 'Backspace', 'Tab', '7'].map((key) => [key, 'button', 'input', true] as const),
] as const)('a held %s, pressed on a %s, repeats on a %s: %s', (key, from, to, repeats) => {
  const send = openPage()
  expect(send(elements[from] ?? {}, { key, repeat: false })).toEqual({ isDefault: true, isHandled: true })
  expect(send(elements[to] ?? {}, { key, repeat: true })).toEqual({ isDefault: repeats, isHandled: repeats })
})

test.each([{ isComposing: true }, { keyCode: 229 }])('the keys of a composition are its own: %o', (sign) => {
  const send = openPage()
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    expect(send({}, { key, ...sign })).toEqual({ isDefault: true, isHandled: false })
})
