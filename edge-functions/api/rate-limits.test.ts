import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Device, assertRefusal } from '../../testing/device.ts'
import type { ApiResponse } from '../../testing/device.ts'
import { familyOn, newAddress, password } from '../../testing/family.ts'
import { onOwnStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'

const story = onOwnStack({ rateLimits: true })

let visitors = 0
/** Creates a visitor at a new address, which a proxy on this machine sends. */
const visitor = (stack: TestStack) => new Device(stack.url, { 'x-forwarded-for': `203.0.113.${++visitors}` })

const signUp = (device: Device, email = newAddress()) =>
  device.ask('signup', {}, { body: { firstName: 'Anna', lastName: 'Berg', email, password } })
const signIn = (device: Device, email: string, tried = password) =>
  device.ask('login', {}, { body: { email, password: tried } })

const noCode = { code: 'BBBBBBBB' }

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
  const anna = visitor(stack)
  assert.equal((await signUp(anna, email)).status, 201)
  assert.equal((await signUp(visitor(stack), other)).status, 201)
  for (let tries = 1; tries <= 15; tries++) {
    // Another address each time, and the account written in other ways.
    const answer = await signIn(visitor(stack), tries % 2 === 0 ? ` ${email.toUpperCase()}` : email, 'guess')
    assertRefusal(answer, 'invalid_credentials')
  }
  // Even the right one is refused, so that a guesser learns nothing from here on.
  assertWait(await signIn(visitor(stack), email), 300)
  assertWait(await signIn(visitor(stack), email, 'guess'), 300)
  assert.equal((await signIn(visitor(stack), other)).status, 200)
  // Signed-in people stay so.
  await anna.call('myFamilies', {})
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

    const moved = visitor(stack)
    for (const [name, value] of anna.cookies) moved.cookies.set(name, value)
    for (const device of [anna, moved]) assert.equal((await signIn(device, ` ${email.toUpperCase()}`)).status, 200)
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
        const athome = new Device(stack.url, { 'x-forwarded-for': address })
        for (const [name, value] of device.cookies) if (name !== 'bq_access') athome.cookies.set(name, value)
        return athome
      }),
    )
    const junk = Array.from({ length: 60 }, (_, index) => {
      const device = new Device(stack.url, { 'x-forwarded-for': address })
      device.cookies.set('bq_refresh', `made-up-${index}`)
      return device.ask('currentUser', {})
    })
    const direct = Array.from({ length: 60 }, (_, index) =>
      new Device(stack.url, { 'x-forwarded-for': address, apikey: stack.keys.publishableKey }).send(
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

story('One address is not signed up again and again; an invalid form does not count', async (stack) => {
  const email = newAddress()
  const device = visitor(stack)
  for (let tries = 1; tries <= 8; tries++)
    await device.refused('signup', {}, 'name_required', { firstName: '', lastName: 'Berg', email, password })
  assert.equal((await signUp(device, email)).status, 201)
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
    const order = () => visitor(stack).ask('recover', {}, { body: { email: address } })
    assert.equal(
      (await order()).text,
      '{"checkMail":true,"message":"Please look into your inbox and follow the link in our mail."}',
    )
    assertWait(await order(), 60, tooManyMails)
    await letPass(stack, 61)
    assert.equal((await order()).status, 202)
  }
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

story('The 21st code from one address within ten minutes is not looked at, a right one neither', async (stack) => {
  const { parent, familyId } = await familyOn(stack.url, 'Berg', visitor(stack))
  const { code } = await parent.call('addPairing', { familyId })
  const guesser = visitor(stack)
  for (let tries = 1; tries <= 20; tries++) await guesser.refused('join', {}, 'wrong_pairing_code', noCode)
  assertWait(await guesser.ask('join', {}, { body: { code } }), 600)
  // Nobody else waits for that, and the code is still good.
  await visitor(stack).call('join', {}, { code })
})

story(
  'An IPv6 network has the tries of one address, and a house that has used up its own takes none from its neighbours',
  async (stack) => {
    const guess = async (from: string) =>
      (await new Device(stack.url, { 'x-forwarded-for': from }).ask('join', {}, { body: noCode })).status
    const guessFrom = async (house: number) => {
      const hosts = Array.from({ length: 20 }, (_, host) => `2001:db8:1:${house}::${host}`)
      assert.deepEqual(new Set(await Promise.all(hosts.map(guess))), new Set([403]), `house ${house}`)
    }
    await guessFrom(1)
    for (let host = 0; host < 3; host++) assert.equal(await guess(`2001:db8:1:1::f:${host}`), 429)
    for (let house = 2; house <= 10; house++) await guessFrom(house)
    assert.equal(await guess('2001:db8:1:11::1'), 429)
    assert.equal(await guess('2001:db8:2:11::1'), 403)
  },
)

story(
  'Mailed links, PINs to open and to set, and the current password are tried so often, and other devices go on',
  async (stack) => {
    const begun = new Date()
    const { parent: anna, email, familyId, addMember } = await familyOn(stack.url, 'Berg', visitor(stack))
    const kids = await Promise.all(Array.from({ length: 4 }, (_, index) => addMember(`Kid ${index}`)))
    const memberId = kids[0]?.id ?? ''
    const laptop = visitor(stack)
    await signIn(laptop, email)
    const link = { type: 'signup', token: crypto.randomUUID() } as const
    const change = { currentPassword: 'guess', newPassword: 'now-it-is-mine' }
    const addTheo = () => anna.ask('addMember', { familyId }, { body: { displayName: 'Theo' } })
    const follow = () => visitor(stack).ask('followMailedLink', {}, { body: { link, password } })
    const tryPin = (device: Device, index = 0) =>
      device.ask('verifyPin', { memberId: kids[index % 4]?.id ?? '' }, { body: { pin: '0000' } })
    const setPin = (device: Device) => device.ask('setPin', { memberId }, { body: { pin: '1234' } })
    const limits: [most: number, seconds: number, status: number, (tries: number) => Promise<ApiResponse>][] = [
      // Four members were given before.
      [36, 300, 200, () => setPin(anna)],
      [60, 60, 200, (tries) => tryPin(anna, tries)],
      [10, 300, 403, () => anna.ask('changePassword', {}, { body: change })],
      [30, 300, 410, follow],
    ]
    for (const [most, seconds, status, send] of limits) {
      assert.equal((await send(0)).status, status)
      // As if all but the first and the last one had been tried.
      await stack.sql`update private.tries set count = count + ${most - 2} where since >= ${begun}`
      assert.equal((await send(1)).status, status)
      assertWait(await send(0), seconds)
    }
    // A try that is refused by the limit is not counted for the member.
    const [counted] = await stack.sql<{ failures: number }[]>`
      select sum(failures)::int as failures from private.member_pins where member_id in ${stack.sql(kids.map(({ id }) => id))}`
    assert.deepEqual(counted, { failures: 2 })
    assertWait(await visitor(stack).ask('readMailedLink', {}, { body: { link } }), 300)
    assertWait(await addTheo(), 300)
    assertWait(await anna.ask('changePassword', {}, { body: { ...change, currentPassword: password } }), 300)
    assert.equal((await anna.call('members', { familyId })).length, 5)
    for (const send of [tryPin, setPin]) assert.equal((await send(laptop)).status, 200)
  },
)

story('The stored tries identify nobody: no address, no e-mail, no digest that could be guessed', async (stack) => {
  const device = new Device(stack.url, { 'x-forwarded-for': '198.51.100.77' })
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
