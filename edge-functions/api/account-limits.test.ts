import assert from 'node:assert/strict'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import { lockFamily, whileHeld } from '../../testing/database.ts'
import { Device, assertRefusal } from '../../testing/device.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { familyOn, newFamily, password } from '../../testing/family.ts'
import { onOwnStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
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
      // Answered while the lock is held, and before what waits for it gives up.
      for (let times = 0; times < 4; times++) {
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

let visitors = 0
/** Creates a browser at a new address, or the same device at one. */
function visitor(stack: TestStack, device?: Device): Device {
  const visitor = new Device(stack.url, { 'x-forwarded-for': `203.0.113.${++visitors % 256}` })
  for (const [name, value] of device?.cookies ?? []) visitor.cookies.set(name, value)
  return visitor
}

const signIn = (device: Device, email: string, tried = password) =>
  device.ask('login', {}, { body: { email, password: tried } })

/** Lets so many seconds pass for all counts. */
const letPass = (stack: TestStack, seconds: number) =>
  stack.sql`update private.tries set since = since - make_interval(secs => ${seconds})`

/** Guesses a hundred times, of which most are only counted, and then as often as an hour has. */
async function guessWrong(stack: TestStack, guess: () => Promise<ApiResponse>, refused: ErrorCode): Promise<void> {
  assertRefusal(await guess(), refused)
  await stack.sql`update private.tries set count = 98`
  // The limit of some minutes begins again.
  await letPass(stack, 301)
  for (let tries = 99; tries <= 105; tries++) assertRefusal(await guess(), refused)
  await letPass(stack, 301)
  assertHourLong(await guess())
}

function assertHourLong(answer: ApiResponse): void {
  assertRefusal(answer, 'too_many_tries')
  const wait = Number(answer.headers.get('retry-after'))
  assert.ok(wait > 3000 && wait <= 3600, `${wait} s`)
}

story(
  'After a hundred wrong passwords of one account five an hour are looked at, from all callers together, until a right one',
  async (stack) => {
    const { parent: anna, email } = await familyOn(stack.url, 'Berg', visitor(stack))
    const { email: other } = await familyOn(stack.url, 'Holm', visitor(stack))
    const guess = () => signIn(visitor(stack), email, 'guess')
    await guessWrong(stack, guess, 'invalid_credentials')
    // The right one waits too on a device that nobody knows, but not where she has signed in before.
    assertHourLong(await signIn(visitor(stack), email))
    assert.equal((await signIn(anna, email)).status, 200)
    assert.equal((await signIn(visitor(stack), other)).status, 200)
    assertHourLong(await guess())

    await letPass(stack, 3601)
    assert.equal((await signIn(visitor(stack), email)).status, 200)
    for (let tries = 1; tries <= 10; tries++) assertRefusal(await guess(), 'invalid_credentials')
  },
)

story(
  'A device that has signed in before, and who is signed in, guess no longer than others, and make nobody else wait',
  async (stack) => {
    const { parent: anna, email, familyId } = await familyOn(stack.url, 'Berg', visitor(stack))
    await guessWrong(stack, () => signIn(visitor(stack, anna), email, 'guess'), 'invalid_credentials')
    const change = { currentPassword: 'guess', newPassword: 'now-it-is-mine' }
    await guessWrong(stack, () => visitor(stack, anna).ask('changePassword', {}, { body: change }), 'wrong_password')
    // The end of the family asks for the same password.
    assertHourLong(await anna.ask('deleteFamily', { familyId }, { body: { currentPassword: 'guess' } }))
    assert.equal((await signIn(visitor(stack), email)).status, 200)
  },
)
