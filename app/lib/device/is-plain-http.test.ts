import { expect, test } from 'vitest'
import { isPlainHttp } from './is-plain-http.ts'

test.each([
  ['http://192.168.1.20:3000', true],
  ['http://house.test', true],
  ['http://localhost.example', true],
  ['http://[fd00::1]:3000', true],
  ['https://192.168.1.20', false],
  ['https://quests.example', false],
  ['http://localhost:3000', false],
  ['http://quests.localhost', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
])('what %s sends can be read by others in the network: %s', (address, isReadable) => {
  expect(isPlainHttp(new URL(address))).toBe(isReadable)
})
