import assert from 'node:assert/strict'
import type postgres from 'postgres'
import { ask, refusedAsk, insertPicture } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { claimsOf, seats, tryAs, twoHouses } from '../../testing/seats.ts'
import type { Seat } from '../../testing/seats.ts'

const story = onOneDatabase()

/** The seats that send pictures, and those that see the ones of the Bergs. */
const senders: readonly Seat[] = ['acting parent', "kid's own login"]
const viewers: readonly Seat[] = [...senders, 'acting kid', 'paired tablet']

const nameOf = (path: string) => path.slice('/objects/'.length)

/** Checks a picture's state, and in how many hours it is removed. */
async function assertFate(sql: postgres.Sql, path: string, state: string, hours: number | null): Promise<void> {
  const [row] =
    await sql`select state, round(extract(epoch from due_at - now()) / 3600)::int as hours from private.pictures where name = ${nameOf(path)}`
  assert.deepEqual(row, { state, hours })
}

story('A picture is sent by those who asked to send it, and only under the name that was given', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const { familyId } = houses.berg
  const awaited = nameOf(await insertPicture(sql, familyId, 'awaited'))
  const checked = nameOf(await insertPicture(sql, familyId))
  const send = (name: string) => (sql: postgres.Sql | postgres.TransactionSql) =>
    sql`insert into storage.objects (bucket_id, name) values ('avatars', ${name})`
  for (const seat of seats) {
    const claims = claimsOf(houses, seat)
    assert.equal(await tryAs(sql, claims, send(awaited)), senders.includes(seat) ? 1 : 'denied', seat)
    for (const name of [checked, `${familyId}/eve`, `${familyId}/../${awaited}`, awaited.toUpperCase(), '']) {
      assert.equal(await tryAs(sql, claims, send(name)), 'denied', `${seat} ${name}`)
    }
    const elsewhere = await tryAs(
      sql,
      claims,
      (sql) => sql`insert into storage.objects (bucket_id, name) values ('other', ${awaited})`,
    )
    assert.equal(elsewhere, 'denied', seat)
  }
})

story('It is seen by its family once it was looked at, and changed or removed by nobody', async ({ sql, admin }) => {
  const houses = await twoHouses(sql)
  const { familyId } = houses.berg
  const [awaited, checked, leaving] = [
    await insertPicture(sql, familyId, 'awaited'),
    await insertPicture(sql, familyId),
    await insertPicture(sql, familyId, 'leaving'),
  ]
  const names = [awaited, checked, leaving].map(nameOf)
  for (const name of names) await admin`insert into storage.objects (bucket_id, name) values ('avatars', ${name})`
  for (const seat of seats) {
    const claims = claimsOf(houses, seat)
    assert.equal(
      await tryAs(sql, claims, (sql) => sql`select from storage.objects where name = any(${names})`),
      viewers.includes(seat) ? 1 : 0,
      seat,
    )
    assert.equal(
      await tryAs(sql, claims, (sql) => sql`update storage.objects set name = 'eve' where name = any(${names})`),
      0,
      seat,
    )
    assert.equal(
      await tryAs(sql, claims, (sql) => sql`delete from storage.objects where name = any(${names})`),
      'denied',
      seat,
    )
  }
})

story('A picture is kept while somebody shows it, and for a day after', async ({ sql }) => {
  const { berg, kid } = await twoHouses(sql)
  const { parent, familyId } = berg
  const { name } = await ask(sql, parent.userId, 'await_picture', {})
  const first = `/objects/${String(name)}`
  await assertFate(sql, first, 'awaited', 24)
  assert.deepEqual(await ask(sql, parent.userId, 'picture_to_check', { memberId: kid.memberId, avatarUrl: first }), {
    checked: false,
  })
  await refusedAsk(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarUrl: first }, 'unknown_picture')
  await refusedAsk(sql, parent.userId, 'set_profile_image', { profileImageUrl: first }, 'unknown_picture')
  await ask(sql, parent.userId, 'take_picture', { memberId: kid.memberId, avatarUrl: first })
  await assertFate(sql, first, 'checked', 24)
  await ask(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarUrl: first })
  assert.deepEqual(await ask(sql, parent.userId, 'picture_to_check', { profileImageUrl: first }), { checked: true })
  await assertFate(sql, first, 'checked', null)
  await ask(sql, parent.userId, 'set_profile_image', { profileImageUrl: first })
  await ask(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarSeed: 'mia' })
  await assertFate(sql, first, 'checked', null)
  await ask(sql, parent.userId, 'set_profile_image', { profileImageUrl: null })
  await assertFate(sql, first, 'checked', 24)
  // Chosen again, it stays; replaced, or with its member deleted, it is removed.
  const second = await insertPicture(sql, familyId)
  await ask(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarUrl: first })
  await assertFate(sql, first, 'checked', null)
  await assertFate(sql, second, 'checked', 24)
  await ask(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarUrl: second })
  await assertFate(sql, first, 'checked', 24)
  await assertFate(sql, second, 'checked', null)
  await ask(sql, parent.userId, 'remove_member', { memberId: kid.memberId })
  await assertFate(sql, second, 'checked', 0)
})

story("With the family its pictures go at once, and with a login that person's", async ({ sql, admin }) => {
  const { berg, holm } = await twoHouses(sql)
  const [hers, his] = [await insertPicture(sql, berg.familyId), await insertPicture(sql, holm.familyId)]
  await ask(sql, berg.parent.userId, 'set_profile_image', { profileImageUrl: hers })
  await ask(sql, holm.parent.userId, 'set_profile_image', { profileImageUrl: his })
  await sql`delete from public.families where id = ${berg.familyId}`
  await admin`delete from auth.users where id = ${holm.parent.userId}`
  for (const path of [hers, his]) await assertFate(sql, path, 'checked', 0)
})

story(
  'A due picture is returned for removal once, is then visible to nobody, and is forgotten when its file is deleted',
  async ({ sql }) => {
    const { berg, kid } = await twoHouses(sql)
    const { familyId, parent } = berg
    const [due, kept, waiting] = [
      await insertPicture(sql, familyId),
      await insertPicture(sql, familyId),
      await insertPicture(sql, familyId, 'awaited'),
    ]
    await ask(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarUrl: kept })
    await sql`update private.pictures set due_at = now() - interval '1 minute' where name in (${nameOf(due)}, ${nameOf(waiting)})`
    const leaving = await sql<{ name: string }[]>`select private.expired_pictures(1000) as name`
    const ours = leaving.map(({ name }) => name).filter((name) => name.startsWith(familyId))
    assert.deepEqual(ours.toSorted(), [due, waiting].map(nameOf).toSorted())
    assert.deepEqual([...(await sql`select private.expired_pictures(1000)`)], [])
    for (const path of [due, waiting]) {
      await refusedAsk(sql, parent.userId, 'set_avatar', { memberId: kid.memberId, avatarUrl: path }, 'unknown_picture')
      await assertFate(sql, path, 'leaving', 1)
    }
    await sql`select private.forget_pictures(${[due, kept].map(nameOf)})`
    assert.equal((await sql`select from private.pictures where name = ${nameOf(due)}`).count, 0)
    await assertFate(sql, kept, 'checked', null)
  },
)

story('A family sends at most 300 pictures a day that nobody shows', async ({ sql }) => {
  const { berg, holm } = await twoHouses(sql)
  await sql`insert into private.pictures (name, family_id) select ${`${berg.familyId}/`} || number, ${berg.familyId} from generate_series(1, 300) number`
  await refusedAsk(sql, berg.parent.userId, 'await_picture', {}, 'too_many_pictures')
  await ask(sql, holm.parent.userId, 'await_picture', {})
})
