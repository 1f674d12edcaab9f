import { expect, test, vi } from 'vitest'
import { ignoreHeldKeys } from './ignore-held-keys.ts'

const element = (name: string) => ({ matches: (selector: string) => selector.split(', ').includes(name) })

/** Holds a key, whose press moves the focus from one element to another; returns whether a repeat does nothing. */
function isRepeatIgnored(key: string, from: object, to = from): boolean {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  ignoreHeldKeys()
  vi.unstubAllGlobals()
  const send = (repeat: boolean, target: object) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key, repeat })
    Object.defineProperty(event, 'target', { value: target })
    return page.dispatchEvent(event)
  }
  expect(send(false, from)).toBe(true)
  return !send(true, to)
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
