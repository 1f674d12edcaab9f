import { assertRefusal, Device } from '../../../testing/device.ts'
import { familyOn } from '../../../testing/family.ts'
import { onOwnStack } from '../../../testing/stack.ts'

const story = onOwnStack({ rateLimits: true })

story('The 21st code from one address within ten minutes is not looked at, a right one neither', async (stack) => {
  const at = (address: string) => new Device(stack.url, { 'x-forwarded-for': address })
  const { parent, familyId } = await familyOn(stack.url, 'Berg', at('198.51.100.1'))
  const { code } = await parent.call('addPairing', { familyId })
  const wrong = code.replace(/^./, (first) => (first === 'B' ? 'C' : 'B'))
  const guesser = at('203.0.113.7')
  for (let tries = 1; tries <= 20; tries++) await guesser.refused('join', {}, 'wrong_pairing_code', { code: wrong })
  assertRefusal(await guesser.ask('join', {}, { body: { code } }), 'too_many_tries')
  // Nobody else waits for that, and the code is still good.
  await at('203.0.113.8').call('join', {}, { code })
})
