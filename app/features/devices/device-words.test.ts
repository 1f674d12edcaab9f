import { expect, test } from 'vitest'
import { DeviceModel } from '#domain/contract/devices.ts'
import { de } from '#app/texts/de.ts'
import * as en from '#app/texts/en.ts'
import { es } from '#app/texts/es.ts'
import { aMember } from '#testing/builders.ts'
import { deviceName, lastSeen, usedBy, type UsedDevice } from './device-words.ts'

const [anna, mia, theo] = [aMember(1, 'Anna'), aMember(2, 'Mia'), aMember(3, 'Theo')]
const members = [anna, mia, theo]
const paired: UsedDevice = { isPaired: true, use: null, memberIds: [], accountMemberId: null, activeMemberId: null }
const account: UsedDevice = { ...paired, isPaired: false, accountMemberId: anna.id, activeMemberId: anna.id }

test.each([
  ['en', en],
  ['de', de],
  ['es', es],
] as const)('in %s each model has a name of its own', (_, { devices }) => {
  const names = DeviceModel.options.map((model) => devices.models[model])
  expect(new Set(names.filter((name) => name !== '')).size).toBe(DeviceModel.options.length)
})

test('a device has the name that a parent gave it, else that of its model', () => {
  expect(deviceName({ name: null, model: 'android_tablet' })).toBe('Android tablet')
  expect(deviceName({ name: 'Kitchen', model: 'ipad' })).toBe('Kitchen')
})

test('a list of devices says of each whose it is', () => {
  expect(usedBy(paired, members)).toBe('Nobody has said yet who uses it')
  expect(usedBy({ ...paired, use: 'children', memberIds: [mia.id] }, members)).toBe("Mia's device")
  expect(usedBy({ ...paired, use: 'children', memberIds: [mia.id, theo.id] }, members)).toBe('For Mia, Theo')
  expect(usedBy({ ...paired, use: 'wall' }, members)).toBe('The wall')
  expect(usedBy({ ...account, use: null }, members)).toBe("Anna's account")
  expect(usedBy({ ...account, use: 'own', activeMemberId: mia.id }, members)).toBe("Anna's account, acts as Mia")
})

test('a device that was seen a minute, an hour and a day ago says so in words', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  const ago = (minutes: number) => lastSeen(new Date(now - minutes * 60_000).toISOString(), now)
  expect([ago(-5), ago(1), ago(5), ago(60), ago(130)]).toEqual([
    'Seen just now',
    'Seen just now',
    'Last seen: 5 minutes ago',
    'Last seen: 1 hour ago',
    'Last seen: 2 hours ago',
  ])
  expect(ago(3 * 24 * 60)).toMatch(/^Last seen: .*23.*2026$/)
})
