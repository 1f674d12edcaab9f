import assert from 'node:assert/strict'
import { ask } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { household, newLogin, secondParent } from '../../testing/seats.ts'
import type { Sql } from '../../embedded/postgres/connect.ts'

const story = onOneDatabase()

story('Names of any length and shape make a family', async ({ sql }) => {
  const cases = [
    [{ first_name: '  Anna ', last_name: ' Berg  ' }, ['Anna', 'Berg', 'Berg Family']],
    [
      { first_name: 'x'.repeat(480), last_name: 'y'.repeat(480) },
      ['x'.repeat(120), 'y'.repeat(120), `${'y'.repeat(120)} Family`],
    ],
    [{ first_name: 'An\u202ena\u2028', last_name: '\u2066Berg\u2069\n' }, ['An na', 'Berg', 'Berg Family']],
    [{ first_name: '  ', last_name: '  ' }, ['Parent', '', 'Our Family']],
    [null, ['Parent', '', 'Our Family']],
    [{ first_name: 7, last_name: { a: 1 } }, ['7', '{"a": 1}', '{"a": 1} Family']],
    [[], ['Parent', '', 'Our Family']],
  ] as const
  for (const [names, expected] of cases) {
    const userId = await newLogin(sql, names)
    const [row] = await sql<{ made: string[] }[]>`
      select array[p.first_name, p.last_name, f.name, m.display_name] as made
      from public.profiles p join public.family_members m using (user_id) join public.families f on f.id = m.family_id where user_id = ${userId}`
    assert.deepEqual(row?.made, [...expected, expected[0]])
  }
})

story(
  'A password is kept until an address is confirmed later or invited: who chose it may be somebody else',
  async ({ sql }) => {
    const passwordOf = async (id: string) =>
      (await sql<{ hash: string }[]>`select encrypted_password as hash from auth.users where id = ${id}`)[0]?.hash
    const add = async (within: Sql, columns: Record<string, unknown> = {}) => {
      const id = crypto.randomUUID()
      await within`insert into auth.users ${within({ id, email: `${id}@family.example`, encrypted_password: 'hash', ...columns })}`
      return id
    }
    const confirm = (within: Sql, id: string) =>
      within`update auth.users set email_confirmed_at = now() where id = ${id}`
    const invite = (within: Sql, id: string) => within`update auth.users set invited_at = now() where id = ${id}`
    const inOne = (...steps: ((within: Sql, id: string) => PromiseLike<unknown>)[]) =>
      sql.begin(async (tx) => {
        const id = await add(tx)
        for (const step of steps) await step(tx, id)
        return id
      })
    const later = async (id: string, ...steps: ((within: Sql, id: string) => PromiseLike<unknown>)[]) => {
      for (const step of steps) await step(sql, id)
      return passwordOf(id)
    }
    assert.equal(await later(await add(sql), confirm), '')
    assert.equal(await later(await add(sql), invite), '')
    // Auth adds an account and confirms it in one transaction when it needs no mail, and so does an admin.
    assert.equal(await passwordOf(await inOne(confirm)), 'hash')
    assert.equal(await passwordOf(await add(sql, { email_confirmed_at: new Date() })), 'hash')
    // An invited account gets a password that Auth makes up.
    assert.equal(await later(await inOne(invite), confirm), 'hash')
    // A password that was chosen since stays.
    const id = await add(sql)
    await confirm(sql, id)
    await sql`update auth.users set encrypted_password = 'chosen', updated_at = now() where id = ${id}`
    assert.equal(await later(id, confirm), 'chosen')
  },
)

story('Nobody signs up as an admin', async ({ sql }) => {
  const userId = await newLogin(sql, { first_name: 'Eve', role: 'admin', is_admin: true })
  assert.equal((await ask(sql, userId, 'current_user_reply', {}))['role'], 'user')
})

story('When a part of a sign-up fails, nothing of it stays, the login neither', async ({ sql }) => {
  const counted = async () => {
    const [row] = await sql`
      select (select count(*)::int from auth.users) as users, (select count(*)::int from public.profiles) as profiles,
        (select count(*)::int from public.families) as families, (select count(*)::int from public.family_members) as members,
        (select count(*)::int from public.quest_columns) as columns`
    return row
  }
  const before = await counted()
  // The last thing a sign-up makes is its columns.
  await sql`alter table public.quest_columns add constraint broken check (title <> 'Done') not valid`
  await assert.rejects(newLogin(sql, { first_name: 'Anna', last_name: 'Berg' }), { constraint_name: 'broken' })
  assert.deepEqual(await counted(), before)
  await sql`alter table public.quest_columns drop constraint broken`
  await newLogin(sql, { first_name: 'Anna', last_name: 'Berg' })
  assert.notDeepEqual(await counted(), before)
})

story('A login that is deleted leaves the member and the board to the family', async ({ sql }) => {
  const { familyId, parent, questId } = await household(sql, 'Anna', 'Berg')
  await secondParent(sql, familyId)
  await sql`delete from auth.users where id = ${parent.userId}`
  assert.equal((await sql`select from public.profiles where user_id = ${parent.userId}`).count, 0)
  const [member] =
    await sql`select id, user_id, display_name, role from public.family_members where id = ${parent.memberId}`
  assert.deepEqual(member, { id: parent.memberId, user_id: null, display_name: 'Anna', role: 'parent' })
  const [quest] = await sql`select id, assignee_ids from public.quests where family_id = ${familyId}`
  assert.deepEqual(quest, { id: questId, assignee_ids: [parent.memberId] })
})
