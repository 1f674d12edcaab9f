import assert from 'node:assert/strict'
import { decodeJwt } from 'jose'
import { Device } from '../../testing/device.ts'
import { newFamily, password } from '../../testing/family.ts'
import { dayFromNow } from '../../testing/builders.ts'
import type { SignedUpFamily } from '../../testing/family.ts'
import { setToken, sessionTokenOf } from '../../testing/tokens.ts'
import { closeStack, onOwnStack, openStack } from '../../testing/stack.ts'
import type { TestStack } from '../../testing/stack.ts'
import { migratedFolder } from '../../testing/template.ts'
import { until } from '../../testing/until.ts'
import { createTokens } from '../tokens.ts'

// The clock of Postgres cannot be moved, but all stored times can: moved a day back, they simulate a clock that jumped
// a day ahead.
const story = onOwnStack({ rateLimits: true })

/** Moves all stored times, as if the clock had jumped so many days ahead, or back. */
async function jump({ postgres }: TestStack, days: number): Promise<void> {
  const admin = postgres.connect('supabase_admin', 1)
  try {
    const columns = await admin<{ name: string; moved: string }[]>`
      select format('%I.%I', c.table_schema, c.table_name) as name,
        string_agg(format('%1$I = %1$I - $1::int * %2$s', column_name, case data_type when 'date' then '1' else 'interval ''1 day''' end), ', ') as moved
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema in ('auth', 'public', 'private') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        and data_type in ('date', 'timestamp with time zone', 'timestamp without time zone') group by 1`
    await admin.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      // Moves in two steps by way of another century, so that no day collides with the next one.
      for (const step of [days + 36_500, -36_500])
        for (const { name, moved } of columns) await sql.unsafe(`update ${name} set ${moved}`, [step])
    })
  } finally {
    await admin.end()
  }
}

type Daily = SignedUpFamily & { miaId: string; complete(day: string, device?: Device): Promise<void> }

async function dailyDishes(stack: TestStack): Promise<Daily> {
  const family = await newFamily(stack)
  const { id: miaId } = await family.addMember('Mia', { pin: '4711' })
  const { id: questId } = await family.addQuest('Dishes', { assigneeIds: [miaId], recurring: 'daily' })
  const complete = async (day: string, device = family.parent) =>
    void (await device.call('moveOrEditQuest', { questId }, { completedDate: day, completingMemberId: miaId }))
  return { ...family, miaId, complete }
}

/** Asserts one payment for each of the days, and a balance that is their sum. */
async function assertPaid({ parent, familyId, miaId }: Daily, device: Device, days: string[]): Promise<void> {
  assert.ok(parent.cookies.size > 0)
  const { completions, gemEntries } = await device.call('exportFamily', { familyId })
  assert.deepEqual(completions.map(({ completedDate }) => completedDate).toSorted(), days.toSorted())
  assert.equal(gemEntries.length, days.length)
  assert.equal((await device.call('gems', { memberId: miaId })).balance, days.length * 20)
}

/** A copy of the device whose token is dated as by a clock so many days ahead. */
async function issued(stack: TestStack, device: Device, days: number): Promise<Device> {
  const tokens = await createTokens(stack.keys.jwtSecret, stack.keys.signingKeys)
  const { iat = 0, exp = 0, ...claims } = decodeJwt(await sessionTokenOf(stack, device))
  const moved = device.copy(stack.url)
  await setToken(
    stack,
    moved,
    await tokens.sign({ ...claims, role: 'authenticated', iat: iat + days * 86_400, exp: exp + days * 86_400 }),
  )
  return moved
}

story(
  'The clock jumps a day ahead and back: nobody is signed out, and what is done is paid once a day',
  async (stack) => {
    const family = await dailyDishes(stack)
    await family.complete(dayFromNow())
    await jump(stack, 1)
    const ahead = await issued(stack, family.parent, -1)
    for (const _ of [1, 2]) await family.complete(dayFromNow(), ahead)
    const renewed = ahead.cookies.get('bq_refresh') !== family.parent.cookies.get('bq_refresh')
    assert.ok(renewed, 'the token was renewed on the way')
    await assertPaid(family, ahead, [dayFromNow(-1), dayFromNow()])

    await jump(stack, -1)
    const back = await issued(stack, ahead, 1)
    for (const _ of [1, 2]) await family.complete(dayFromNow(), back)
    // The first completion counts for tomorrow: it is not paid again when tomorrow comes.
    await assertPaid(family, back, [dayFromNow(), dayFromNow(1)])
    await jump(stack, 1)
    await family.complete(dayFromNow(), back)
    await assertPaid(family, back, [dayFromNow(-1), dayFromNow()])
    await new Device(stack.url).call('login', {}, { email: family.email, password })
  },
)

story(
  'Waiting for wrong tries is over when the clock was put back, and not forgotten when it stands',
  async (stack) => {
    const { parent, miaId, email } = await dailyDishes(stack)
    const guess = () => parent.ask('verifyPin', { memberId: miaId }, { body: { pin: '0000' } })
    for (let tries = 0; tries < 5; tries++) assert.equal((await guess()).status, 200)
    assert.equal((await guess()).status, 429)
    const stranger = new Device(stack.url)
    const signIn = () => stranger.ask('login', {}, { body: { email, password: 'guessed-password' } })
    while ((await signIn()).status !== 429);
    assert.equal((await signIn()).status, 429)

    await jump(stack, -1)
    assert.equal((await guess()).status, 200)
    assert.equal((await signIn()).status, 401)
    await stranger.call('login', {}, { email, password })
  },
)

Deno.test('A laptop slept for a week: it starts, its devices come back with what they kept, and the messages of then go', async () => {
  const folder = await migratedFolder()
  const before = await openStack({ folder })
  const family = await dailyDishes(before)
  await family.complete(dayFromNow())
  await jump(before, 7)
  const lastWeek = dayFromNow(-7)
  await before.sql`insert into realtime.messages (topic, extension, inserted_at) values ('asleep', 'broadcast', ${lastWeek})`
  await before.sql.end()
  await before.stop()

  const again = await openStack({ folder })
  try {
    // The access token ran out six days ago; the browser kept the other one.
    const tablet = family.parent.copy(again.url)
    tablet.cookies.delete('bq_access')
    await family.complete(dayFromNow(), tablet)
    await assertPaid(family, tablet, [lastWeek, dayFromNow()])
    await until(async () => (await again.sql`select from realtime.messages where topic = 'asleep'`).length === 0)
  } finally {
    await closeStack(again)
  }
})
