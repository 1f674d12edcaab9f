import { expect, test, vi } from 'vitest'
import { filterKeys } from './filter-keys.ts'

const element = (name: string) => ({ matches: (selector: string) => selector.split(', ').includes(name) })

/** A page on which keys are sent; `send` returns whether handlers and the browser get the key. */
function openPage() {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  filterKeys()
  vi.unstubAllGlobals()
  const handler = vi.fn<() => void>()
  page.addEventListener('keydown', handler)
  return (target: object, fields: object) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), fields)
    Object.defineProperty(event, 'target', { value: target })
    handler.mockReset()
    return { isDefault: page.dispatchEvent(event), isHandled: handler.mock.calls.length === 1 }
  }
}

/** Holds a key, whose press moves the focus from one element to another; returns whether a repeat does nothing. */
function isRepeatIgnored(key: string, from: object, to = from): boolean {
  const send = openPage()
  expect(send(from, { key, repeat: false })).toEqual({ isDefault: true, isHandled: true })
  const { isDefault, isHandled } = send(to, { key, repeat: true })
  expect(isDefault).toBe(isHandled)
  return !isHandled
}

test.each(['Enter', ' ', 'Escape'])('a held %s on a button presses once', (key) => {
  expect(isRepeatIgnored(key, element('button'))).toBe(true)
})

test('a held key writes on where it was pressed, and nowhere else', () => {
  const [field, text] = [element('input'), element('textarea')]
  expect(isRepeatIgnored(' ', field)).toBe(false)
  expect(isRepeatIgnored('Enter', text)).toBe(false)
  expect(isRepeatIgnored('Enter', field)).toBe(true)
  for (const key of ['Enter', ' ']) expect(isRepeatIgnored(key, element('button'), text)).toBe(true)
})

test.each(['ArrowDown', 'Backspace', 'Tab', '7'])('%s is repeated while it is held', (key) => {
  expect(isRepeatIgnored(key, element('button'), element('input'))).toBe(false)
})

test.each([{ isComposing: true }, { keyCode: 229 }])('the keys of a composition are its own: %o', (sign) => {
  const send = openPage()
  for (const key of ['Enter', 'Escape', 'ArrowDown'])
    expect(send(element('input'), { key, ...sign })).toEqual({ isDefault: true, isHandled: false })
})
