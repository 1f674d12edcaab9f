import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ErrorCode } from '../../domain/contract/errors.ts'
import { lockFamily, whileHeld } from '../../testing/database.ts'
import { Device, assertRefusal } from '../../testing/device.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { familyOn, newAddress, newFamily, password } from '../../testing/family.ts'
import { onOwnStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
import { until } from '../../testing/until.ts'

const story = onOwnStack({ rateLimits: true })

const from = (address: string) => ({ 'x-forwarded-for': address })
let visitors = 0
/** A new address, which a proxy on this machine sends. */
const newCaller = () => from(`203.0.${++visitors >> 8}.${visitors & 255}`)
const visitor = (stack: TestStack) => new Device(stack.url, newCaller())

const signUp = (device: Device, email = newAddress()) =>
  device.ask('signup', {}, { body: { firstName: 'Anna', lastName: 'Berg', email, password } })
const signIn = (device: Device, email: string, tried = password) =>
  device.ask('login', {}, { body: { email, password: tried } })

const tooManyTries = 'Too many tries. Please wait a little and try again.'
const tooManyMails = 'Too many mails were asked for. Please wait a while and try again.'

function assertWait(answer: ApiResponse, most: number, sentence = tooManyTries): void {
  assert.equal(assertRefusal(answer, 429).message, sentence)
  const wait = Number(answer.headers.get('retry-after'))
  assert.ok(Number.isInteger(wait) && wait > most - 60 && wait <= most, `wait ${wait} of ${most}`)
}

/** Lets so many seconds pass for all counts. */
const letPass = (stack: TestStack, seconds: number) =>
  stack.sql`update private.tries set since = since - make_interval(secs => ${seconds})`

story('Guesses at one account have to wait, from every address; other accounts do not', async (stack) => {
  const [email, other] = [newAddress(), newAddress('olaf')]
  for (const address of [email, other]) assert.equal((await signUp(visitor(stack), address)).status, 201)
  for (let tries = 1; tries <= 15; tries++) {
    // Another address each time, and the account written in other ways.
    const answer = await signIn(visitor(stack), tries % 2 === 0 ? ` ${email.toUpperCase()}` : email, 'guess')
    assertRefusal(answer, 'invalid_credentials')
  }
  // Even the right one is refused, so that a guesser learns nothing from here on.
  assertWait(await signIn(visitor(stack), email), 300)
  assertWait(await signIn(visitor(stack), email, 'guess'), 300)
  assert.equal((await signIn(visitor(stack), other)).status, 200)
  await letPass(stack, 301)
  assert.equal((await signIn(visitor(stack), email)).status, 200)
})

story(
  'A device that has signed in to the account before is let through while somebody guesses at it, and guesses no better itself',
  async (stack) => {
    const [anna, olaf] = [visitor(stack), visitor(stack)]
    const [email, other] = [newAddress(), newAddress('olaf')]
    await signUp(anna, email)
    await signUp(olaf, other)
    for (const device of [anna, olaf]) await device.call('logout', {})
    for (let tries = 1; tries <= 20; tries++) await signIn(visitor(stack), email, 'guess')
    assertWait(await signIn(visitor(stack), email), 300)
    // A device known to another account, and one with a forged cookie.
    assertWait(await signIn(olaf, email), 300)
    const pretender = visitor(stack)
    pretender.cookies.set('bq_device', btoa(JSON.stringify({ id: crypto.randomUUID(), emails: [email] })))
    assertWait(await signIn(pretender, email), 300)

    for (const device of [anna, anna.copy(stack.url, newCaller())])
      assert.equal((await signIn(device, ` ${email.toUpperCase()}`)).status, 200)
    for (let tries = 3; tries <= 15; tries++) assertRefusal(await signIn(anna, email, 'guess'), 'invalid_credentials')
    assertWait(await signIn(anna, email), 300)
  },
)

story(
  'Fifty families behind one address renew at the same moment, beside whoever makes cookies up, and none is refused',
  async (stack) => {
    const address = '198.51.100.1'
    const devices = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const device = visitor(stack)
        assert.equal((await signUp(device)).status, 201)
        const atHome = device.copy(stack.url, from(address))
        atHome.cookies.delete('bq_access')
        return atHome
      }),
    )
    const junk = Array.from({ length: 60 }, (_, index) => {
      const device = new Device(stack.url, from(address))
      device.cookies.set('bq_refresh', `made-up-${index}`)
      return device.ask('currentUser', {})
    })
    const direct = Array.from({ length: 60 }, (_, index) =>
      new Device(stack.url, { ...from(address), apikey: stack.keys.publishableKey }).send(
        'POST',
        '/auth/v1/token?grant_type=refresh_token',
        {
          body: { refresh_token: `made-up-${index}` },
        },
      ),
    )
    const answers = await Promise.all(devices.map((device) => device.ask('currentUser', {})))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    for (const answer of await Promise.all(junk)) assertRefusal(answer, 'not_signed_in')
    assert.ok((await Promise.all(direct)).some(({ status }) => status === 429))
    // Later in the evening, too.
    for (const device of devices) device.cookies.delete('bq_access')
    for (const device of devices) assert.equal((await device.ask('currentUser', {})).status, 200)
  },
)

story('Signed-in people stay signed in while somebody guesses', async (stack) => {
  const anna = visitor(stack)
  const email = newAddress()
  await signUp(anna, email)
  for (let tries = 1; tries <= 16; tries++) await signIn(visitor(stack), email, 'guess')
  await anna.call('currentUser', {})
  await anna.call('myFamilies', {})
})

story('One address is not signed up again and again', async (stack) => {
  const email = newAddress()
  assert.equal((await signUp(visitor(stack), email)).status, 201)
  for (let tries = 2; tries <= 5; tries++) assertRefusal(await signUp(visitor(stack), email), 'email_taken')
  assertWait(await signUp(visitor(stack), email), 3600)
  assert.equal((await signUp(visitor(stack))).status, 201)
  await letPass(stack, 3601)
  assertRefusal(await signUp(visitor(stack), email), 'email_taken')
})

story(
  'Mails of a kind to one address are counted together, from wherever they are asked for, and take nothing from the other kind',
  async (stack) => {
    const email = newAddress()
    const ask = (kind: 'recover' | 'resendConfirmation', address = email) =>
      visitor(stack).ask(kind, {}, { body: { email: address } })
    for (let tries = 1; tries <= 10; tries++) {
      const answer = await ask('resendConfirmation', tries % 3 === 0 ? ` ${email.toUpperCase()}` : email)
      assert.equal(answer.status, 202, answer.text)
      await letPass(stack, 61)
    }
    assertWait(await ask('resendConfirmation'), 3600 - 610, tooManyMails)
    for (const address of [email, newAddress()]) assert.equal((await ask('recover', address)).status, 202)
  },
)

story('The next mail waits a minute, whether or not somebody has the address', async (stack) => {
  const email = newAddress()
  assert.equal((await signUp(visitor(stack), email)).status, 201)
  for (const address of [email, newAddress('nobody')]) {
    const ask = () => visitor(stack).ask('recover', {}, { body: { email: address } })
    assert.equal(
      (await ask()).text,
      '{"checkMail":true,"message":"Please look into your inbox and follow the link in our mail."}',
    )
    assertWait(await ask(), 60, tooManyMails)
    await letPass(stack, 61)
    assert.equal((await ask()).status, 202)
  }
})

story('A mailed link is not tried without end', async (stack) => {
  const link = { type: 'signup', token: crypto.randomUUID() } as const
  for (let tries = 1; tries <= 30; tries++)
    assertRefusal(await visitor(stack).ask('followMailedLink', {}, { body: { link } }), 'link_over')
  assertWait(await visitor(stack).ask('followMailedLink', {}, { body: { link } }), 300)
  assertWait(await visitor(stack).ask('readMailedLink', {}, { body: { link } }), 300)
})

story('An invalid form does not count as a try', async (stack) => {
  const device = visitor(stack)
  const email = newAddress()
  for (let tries = 1; tries <= 8; tries++) {
    await device.refused('signup', {}, 'name_required', { firstName: '', lastName: 'Berg', email, password })
  }
  assert.equal((await signUp(device, email)).status, 201)
})

story('A house with many accounts has more tries than one account, but not without end', async (stack) => {
  const house = visitor(stack)
  const answers: ApiResponse[] = []
  for (let people = 1; people <= 61; people++) answers.push(await signIn(house, newAddress('nobody'), 'guess'))
  const last = answers.pop() ?? assert.fail()
  for (const answer of answers) assert.ok([401, 429].includes(answer.status))
  assert.equal(last.status, 429)
  assert.ok(Number(last.headers.get('retry-after')) > 0)
  assertRefusal(await signIn(visitor(stack), newAddress('nobody'), 'guess'), 'invalid_credentials')
})

story(
  'An IPv6 network has the tries of one address, and a house that has used up its own takes none from its neighbours',
  async (stack) => {
    const guess = async (address: string) => {
      const link = { type: 'signup', token: crypto.randomUUID() } as const
      const device = new Device(stack.url, from(address))
      return (await device.ask('readMailedLink', {}, { body: { link } })).status
    }
    const guessFrom = async (house: number, tries: number) => {
      const hosts = Array.from({ length: tries }, (_, host) => `2001:db8:1:${house}::${host}`)
      assert.deepEqual(new Set(await Promise.all(hosts.map(guess))), new Set([410]), `house ${house}`)
    }
    await guessFrom(1, 60)
    for (let host = 0; host < 3; host++) assert.equal(await guess(`2001:db8:1:1::f:${host}`), 429)
    for (let house = 2; house <= 10; house++) await guessFrom(house, 60)
    assert.equal(await guess('2001:db8:1:11::1'), 429)
    assert.equal(await guess('2001:db8:2:11::1'), 410)
  },
)

story('PINs are tried sixty times a minute from one device at most, whosever they are', async (stack) => {
  const { parent: anna, email, addMember } = await familyOn(stack.url, 'Berg', visitor(stack))
  const members = await Promise.all(Array.from({ length: 4 }, (_, index) => addMember(`Kid ${index}`)))
  const tryPin = (device: Device, index: number) =>
    device.ask('verifyPin', { memberId: members[index % 4]?.id ?? '' }, { body: { pin: '0000' } })
  for (let tries = 0; tries < 60; tries++) await tryPin(anna, tries)
  assertWait(await tryPin(anna, 0), 60)
  const [counted] = await stack.sql<{ failures: number }[]>`
    select sum(failures)::int as failures from private.member_pins where member_id in ${stack.sql(members.map(({ id }) => id))}`
  // A try refused by the rate limit is not counted for the member.
  assert.deepEqual(counted, { failures: 60 })

  const tablet = visitor(stack)
  await signIn(tablet, email)
  assert.equal((await tryPin(tablet, 0)).status, 200)
})

story('A device gives forty PINs and members in five minutes at most, and other devices go on', async (stack) => {
  const { parent: anna, email, familyId, addMember } = await familyOn(stack.url, 'Berg', visitor(stack))
  const { id: memberId } = await addMember('Mia')
  const setPin = (device: Device) => device.ask('setPin', { memberId }, { body: { pin: '1234' } })
  for (let given = 2; given <= 40; given++) assert.equal((await setPin(anna)).status, 200)
  assertWait(await setPin(anna), 300)
  assertWait(await anna.ask('addMember', { familyId }, { body: { displayName: 'Theo' } }), 300)
  assert.equal((await anna.call('members', { familyId })).length, 2)
  const laptop = visitor(stack)
  await signIn(laptop, email)
  assert.equal((await setPin(laptop)).status, 200)
})

story('The current password is not guessed by changing it', async (stack) => {
  const anna = visitor(stack)
  await signUp(anna)
  for (let tries = 1; tries <= 10; tries++)
    await anna.refused('changePassword', {}, 'wrong_password', {
      currentPassword: 'guess',
      newPassword: 'now-it-is-mine',
    })
  assertWait(
    await anna.ask('changePassword', {}, { body: { currentPassword: password, newPassword: 'now-it-is-mine' } }),
    300,
  )
})

story('The stored tries identify nobody: no address, no e-mail, no digest that could be guessed', async (stack) => {
  const device = new Device(stack.url, from('198.51.100.77'))
  const email = newAddress('somebody')
  await signUp(device, email)
  await signIn(device, email)
  const kept = await stack.sql<{ text: string; length: number }[]>`
    select t::text || ' ' || encode(key, 'escape') || ' ' || encode(key, 'hex') as text, length(key) as length from private.tries t`
  assert.ok(kept.length >= 4)
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const guesses: string[] = []
  for (const text of ['signIn', 'signUp'].flatMap((what) => [
    `${what} account ${email}`,
    `${what} address 198.51.100.77`,
  ])) {
    guesses.push(sha256(text), sha256(sha256(text)))
  }
  for (const { text, length } of kept) {
    assert.equal(length, 32)
    assert.doesNotMatch(text, /somebody|family\.example|198\.51|203\.0/)
    for (const guess of guesses) assert.ok(!text.includes(guess))
  }
})

story('Old counts are deleted', async (stack) => {
  await letPass(stack, 2 * 86_400)
  const [before] = await stack.sql<{ count: number }[]>`select count(*)::int from private.tries`
  for (let tries = 0; tries < 4; tries++) await signIn(visitor(stack), newAddress('nobody'), 'guess')
  const [after] = await stack.sql<
    { old: number }[]
  >`select count(*)::int as old from private.tries where since < now() - interval '1 day'`
  assert.ok((after?.old ?? 0) <= Math.max(0, (before?.count ?? 0) - 20), `${before?.count} → ${after?.old}`)
})

/** Guesses a hundred times, with the pauses that the limit of some minutes asks for, and as often as an hour has. */
async function guessWrong(stack: TestStack, guess: () => Promise<ApiResponse>, refused: ErrorCode): Promise<void> {
  for (let tries = 0; tries < 105; tries++) {
    if (tries % 10 === 0) await letPass(stack, 301)
    assertRefusal(await guess(), refused)
  }
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

story('A device that has signed in before guesses no longer than others', async (stack) => {
  const { parent: anna, email } = await familyOn(stack.url, 'Berg', visitor(stack))
  await guessWrong(stack, () => signIn(anna.copy(stack.url, newCaller()), email, 'guess'), 'invalid_credentials')
  // Its own guesses make nobody else wait.
  assert.equal((await signIn(visitor(stack), email)).status, 200)
})

story(
  'Who is signed in guesses no longer at the password that a change or the end of the family asks for',
  async (stack) => {
    const { parent: anna, familyId } = await familyOn(stack.url, 'Berg', visitor(stack))
    const change = { currentPassword: 'guess', newPassword: 'now-it-is-mine' }
    await guessWrong(
      stack,
      () => anna.copy(stack.url, newCaller()).ask('changePassword', {}, { body: change }),
      'wrong_password',
    )
    assertHourLong(await anna.ask('deleteFamily', { familyId }, { body: { currentPassword: 'guess' } }))
  },
)

story('The 21st code from one address within ten minutes is not looked at, a right one neither', async (stack) => {
  const at = (address: string) => new Device(stack.url, from(address))
  const { parent, familyId } = await familyOn(stack.url, 'Berg', at('198.51.100.1'))
  const { code } = await parent.call('addPairing', { familyId })
  const wrong = code.replace(/^./, (first) => (first === 'B' ? 'C' : 'B'))
  const guesser = at('203.0.113.7')
  for (let tries = 1; tries <= 20; tries++) await guesser.refused('join', {}, 'wrong_pairing_code', { code: wrong })
  assertRefusal(await guesser.ask('join', {}, { body: { code } }), 'too_many_tries')
  // Nobody else waits for that, and the code is still good.
  await at('203.0.113.8').call('join', {}, { code })
})

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
    const rename = (family: typeof busy) =>
      family.parent.ask('editFamily', { familyId: family.familyId }, { body: { name: 'Berg' } })
    let answer = await rename(busy)
    // A window may end between two changes; the next one is as large.
    for (let changes = 1; answer.status === 200; answer = await rename(busy)) assert.ok(++changes <= 1201)
    assertRefusal(answer, 'too_many_calls')
    const wait = Number(answer.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, `${wait} s`)
    await parent.call('quests', { familyId })
    assert.equal((await rename(other)).status, 200)
  },
)
