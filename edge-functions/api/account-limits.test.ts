import assert from 'node:assert/strict'
import { lockFamily, whileHeld } from '../../testing/database.ts'
import { assertRefusal } from '../../testing/device.ts'
import { newFamily } from '../../testing/family.ts'
import { onOwnStack } from '../../testing/stack.ts'
import { until } from '../../testing/until.ts'

const story = onOwnStack({ rateLimits: true })

story(
  'An account whose calls are slow takes half of the connections at most, and keeps no other family waiting',
  async (stack) => {
    const [slow, other] = [await newFamily(stack), await newFamily(stack, 'Holm')]
    const before = await slow.parent.call('rewards', { familyId: slow.familyId })
    await whileHeld(stack, lockFamily(slow.familyId), async (holder) => {
      const body = { title: 'Cinema', icon: '🍿', gemCost: 5 }
      const sent = Array.from({ length: 60 }, () => slow.parent.ask('addReward', { familyId: slow.familyId }, { body }))
      const waitsForRow = async () => (await stack.sql`select from pg_locks where not granted`).count > 0
      await until(waitsForRow)
      // Answered while the lock is held: it is let go below.
      for (let times = 0; times < 20; times++) {
        await other.parent.call('addReward', { familyId: other.familyId }, body)
        assert.equal((await other.parent.send('GET', '/api/health')).status, 200)
      }
      await holder`commit`
      const answers = await Promise.all(sent)
      const refused = answers.filter(({ status }) => status !== 201)
      for (const answer of refused) {
        assertRefusal(answer, 'too_many_calls')
        assert.equal(answer.headers.get('retry-after'), '1')
      }
      // Those under way and the sixteen that waited.
      assert.ok(refused.length >= 30 && refused.length <= 60 - 17, `${refused.length} refused`)
      const after = await slow.parent.call('rewards', { familyId: slow.familyId })
      assert.equal(after.length - before.length, 60 - refused.length)
    })
  },
)

story(
  'The 601st change of a minute is refused until the minute is over; reading goes on, and so does everybody else',
  async (stack) => {
    const [busy, other] = [await newFamily(stack), await newFamily(stack, 'Holm')]
    const { parent, familyId } = busy
    const rename = (family: typeof busy, name: string) =>
      family.parent.ask('editFamily', { familyId: family.familyId }, { body: { name } })
    // A change without a name is refused later, but counts.
    let answer = await rename(busy, '')
    // A window may end between two changes; the next one is as large.
    for (let changes = 1; answer.status === 400; answer = await rename(busy, '')) assert.ok(++changes <= 1201)
    assertRefusal(answer, 'too_many_calls')
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, `${wait} s`)
    await parent.call('quests', { familyId })
    assert.equal((await rename(other, 'Holms')).status, 200)
  },
)
