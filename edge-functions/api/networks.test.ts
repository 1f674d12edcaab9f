import assert from 'node:assert/strict'
import { networksOf } from './networks.ts'

const namesOf = (address: string) => networksOf(address).map(({ name }) => name)

Deno.test('An IPv4 address is counted by itself, however a proxy or a socket writes it', () => {
  for (const written of [
    '192.0.2.1',
    ' 192.0.2.1 ',
    '192.0.2.1:50123',
    '::ffff:192.0.2.1',
    '::FFFF:192.0.2.1',
    '::ffff:c000:201',
    '0:0:0:0:0:ffff:192.0.2.1',
    '[::ffff:192.0.2.1]:50123',
  ])
    assert.deepEqual(networksOf(written), [{ name: '192.0.2.1', times: 1 }], written)
})

Deno.test('An IPv6 address is counted by its /64 and, ten times as often, by its /48, however it is written', () => {
  for (const written of [
    '2001:db8:1:2::7',
    '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    '2001:0db8:0001:0002:0000:0000:0000:0007',
    '[2001:db8:1:2::7]',
    '[2001:db8:1:2::7]:443',
    '2001:db8:1:2::7%eth0',
    '2001:db8:1:2::192.0.2.1',
  ])
    assert.deepEqual(
      networksOf(written),
      [
        { name: '2001:db8:1:2::/64', times: 1 },
        { name: '2001:db8:1::/48', times: 10 },
      ],
      written,
    )
  assert.deepEqual(namesOf('2001:db8::1'), ['2001:db8:0:0::/64', '2001:db8:0::/48'])
  assert.deepEqual(namesOf('fe80::1%wlan0'), ['fe80:0:0:0::/64', 'fe80:0:0::/48'])
  assert.deepEqual(namesOf('::1'), ['0:0:0:0::/64', '0:0:0::/48'])
  assert.notDeepEqual(namesOf('2001:db8:1:2::7'), namesOf('2001:db8:1:3::7'))
})

Deno.test('What is no address is counted as it is written', () => {
  for (const text of ['unknown', '', '::1]/[x', '1:2', '2001:db8::1::2', '192.0.2.1.example:80', 'g::1'])
    assert.deepEqual(networksOf(text), [{ name: text, times: 1 }], text)
})
