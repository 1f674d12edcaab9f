import assert from 'node:assert/strict'
import type { Sql } from '../../embedded/postgres/connect.ts'
import { addMember, insertPicture } from '../../testing/commands.ts'
import { lockFamily, onOneDatabase } from '../../testing/database.ts'
import { household, insertPaired, secondParent } from '../../testing/seats.ts'
import { atOnce } from './at-once.ts'

const story = onOneDatabase()

const deleteAccount = (sql: Sql, userId: string) => sql`delete from auth.users where id = ${userId}`

/** Counts the rows of a family that are left, and its pictures that are not due for removal. */
async function leftOf(sql: Sql, familyId: string) {
  const [left] = await sql<Record<string, number>[]>`
    select
      (select count(*)::int from public.families where id = ${familyId}) as families,
      (select count(*)::int from public.family_members where family_id = ${familyId}) as members,
      (select count(*)::int from public.quests where family_id = ${familyId}) as quests,
      (select count(*)::int from private.pictures
       where family_id = ${familyId} and (due_at is null or due_at > now())) as pictures`
  return left
}

const nothing = { families: 0, members: 0, quests: 0, pictures: 0 }

story(
  'With its last account a family goes, to the last row and picture; with another account it stays',
  async ({ sql }) => {
    const family = await household(sql, 'Anna', 'Berg')
    const { familyId, parent } = family
    const mia = await addMember(sql, family)
    const path = await insertPicture(sql, familyId)
    await sql`update public.family_members set avatar_seed = ${path} where id = ${mia}`
    const olaf = await secondParent(sql, familyId)
    await deleteAccount(sql, olaf.userId)
    assert.deepEqual(await leftOf(sql, familyId), { families: 1, members: 3, quests: 1, pictures: 1 })
    await deleteAccount(sql, parent.userId)
    assert.deepEqual(await leftOf(sql, familyId), nothing)
  },
)

story('Of two accounts that are deleted at once the second one takes the family along', async (database) => {
  const { sql } = database
  const { familyId, parent } = await household(sql, 'Anna', 'Berg')
  const olaf = await secondParent(sql, familyId)
  const { refusals } = await atOnce(database, lockFamily(familyId), [
    (sql) => deleteAccount(sql, parent.userId),
    (sql) => deleteAccount(sql, olaf.userId),
  ])
  assert.deepEqual(refusals, [])
  assert.deepEqual(await leftOf(sql, familyId), nothing)
})

story('The cleanup deletes families that lost their accounts before, and no other', async ({ sql }) => {
  const [closed, open] = [await household(sql, 'Anna', 'Berg'), await household(sql, 'Olaf', 'Holm')]
  await sql`alter table public.family_members disable trigger account_left`
  await deleteAccount(sql, closed.parent.userId)
  await sql`alter table public.family_members enable trigger account_left`
  assert.equal((await leftOf(sql, closed.familyId))?.['families'], 1)
  await sql`select private.delete_expired(100)`
  assert.deepEqual(await leftOf(sql, closed.familyId), nothing)
  assert.equal((await leftOf(sql, open.familyId))?.['families'], 1)
})

story(
  'An account that is deleted softly leaves its member, and the last one of a family takes it along',
  async ({ sql }) => {
    const [{ familyId, parent }, open] = [await household(sql, 'Anna', 'Berg'), await household(sql, 'Mona', 'Holm')]
    const olaf = await secondParent(sql, familyId)
    await insertPaired(sql, familyId, [], olaf.userId)
    const deleteSoftly = async (userId: string) => {
      // As Auth does it.
      await sql`
      update auth.users set email = md5(email), encrypted_password = null, raw_user_meta_data = '{}',
        raw_app_meta_data = '{}', confirmation_token = '', recovery_token = '', deleted_at = now()
      where id = ${userId}`
      await sql`select private.delete_expired(100)`
      assert.deepEqual([...(await sql`select from public.profiles where user_id = ${userId}`)], [])
    }
    await deleteSoftly(olaf.userId)
    assert.deepEqual(await leftOf(sql, familyId), { families: 1, members: 2, quests: 1, pictures: 0 })
    assert.deepEqual([...(await sql`select from private.devices where family_id = ${familyId}`)], [])
    await deleteSoftly(parent.userId)
    assert.deepEqual(await leftOf(sql, familyId), nothing)
    assert.equal((await leftOf(sql, open.familyId))?.['families'], 1)
  },
)
