import assert from 'node:assert/strict'
import { ask } from '../../testing/commands.ts'
import { onOneDatabase } from '../../testing/database.ts'
import { claimsOf, household, seats, tryAs, twoHouses } from '../../testing/seats.ts'

const story = onOneDatabase()

story('No table is without row-level security', async ({ sql }) => {
  const open = await sql`
    select relname from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity`
  assert.deepEqual([...open], [])
})

story(
  'Visitors and the service key have no right on any table or sequence of ours, and no way into private',
  async ({ sql }) => {
    const rights = await sql`
    select role, relname, right_name from pg_class, unnest(array['anon', 'service_role']) role,
      unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) right_name
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p', 'v', 'm')
      and has_table_privilege(role, oid, right_name)
    union all
    select role, relname, 'usage' from pg_class, unnest(array['anon', 'service_role', 'authenticated']) role
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'S' and has_sequence_privilege(role, oid, 'usage, select, update')
    union all
    select role, 'private', right_name from unnest(array['anon', 'service_role', 'public']) role, unnest(array['usage', 'create']) right_name
    where has_schema_privilege(role, 'private', right_name)`
    assert.deepEqual([...rights], [])
  },
)

story('Signed-in people can truncate nothing and make nothing', async ({ sql }) => {
  const rights = await sql`
    select relname, right_name from pg_class, unnest(array['truncate', 'references', 'trigger']) right_name
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and has_table_privilege('authenticated', oid, right_name)
    union all
    select nspname, 'create' from pg_namespace where nspname in ('public', 'private') and has_schema_privilege('authenticated', oid, 'create')`
  assert.deepEqual([...rights], [])
})

story('No function of ours looks names up on a path that its caller can change', async ({ sql }) => {
  const mutable = await sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and not coalesce(proconfig, '{}') @> array['search_path=""']`
  assert.deepEqual([...mutable], [])
})

story('Visitors and the service key run no function of ours', async ({ sql }) => {
  const open = await sql`
    select role, proname from pg_proc, unnest(array['public', 'anon', 'service_role']) role
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege(role, oid, 'execute')`
  assert.deepEqual([...open], [])
})

/** Functions that a command or a policy of a reader calls to learn who asks. */
const aboutCallers = `acting_member paired_device this_device is_expected_upload managed_family_ids may_change_account
  untold_wrong_pins can_subscribe link_session_owner my_family_ids my_family_user_ids signed_in_account can_see_picture`.split(
  /\s+/,
)
/** What people do with their own session needs no right, nor what the transaction does with its own news. */
const withoutGuard = ['device_seen', 'leave_family', 'take_announced']

story('Every command that writes runs with the rights of its owner, and begins with one guard', async ({ sql }) => {
  const callable = await sql<{ proname: string; prosrc: string; prosecdef: boolean }[]>`
    select proname, prosrc, prosecdef from pg_proc
    where pronamespace = 'private'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`
  const [byOwner, byCaller] = [
    callable.filter(({ prosecdef }) => prosecdef),
    callable.filter(({ prosecdef }) => !prosecdef),
  ]
  const namesOf = (some: readonly { proname: string }[]) => some.map(({ proname }) => proname).toSorted()
  const isGuarded = ({ prosrc }: { prosrc: string }) =>
    /\nbegin\n\s+(perform|\w+ :=) private\.require_(?!found)\w+\(/.test(prosrc)
  assert.deepEqual(namesOf(byOwner.filter((known) => !isGuarded(known))), [...aboutCallers, ...withoutGuard].toSorted())
  // What runs with the rights of the caller reads: no table lets them write.
  assert.deepEqual(
    namesOf(byCaller.filter(({ prosrc }) => /\b(insert into|update|delete from) \w+\./.test(prosrc))),
    [],
  )
})

story('Nobody becomes somebody else, counts revisions or announces news by hand', async ({ sql }) => {
  const houses = await twoHouses(sql)
  const { familyId } = houses.berg
  for (const seat of seats) {
    const claims = claimsOf(houses, seat)
    const attempts = [
      tryAs(sql, claims, (sql) => sql`select private.request('{}', 'my_families', '{}')`),
      tryAs(sql, claims, (sql) => sql`select private.authenticate('{}')`),
      tryAs(sql, claims, (sql) => sql`select private.next_revision(${familyId})`),
      tryAs(sql, claims, (sql) => sql`select private.announce(${familyId}, 'quest.saved', '{}')`),
    ]
    assert.deepEqual([...new Set(await Promise.all(attempts))], ['denied'], seat)
  }
})

story('A command asked for by a name that is none of ours runs nothing', async ({ sql }) => {
  const { parent } = await household(sql, 'Anna', 'Berg')
  for (const command of ['my_families($1) --', 'next_revision'])
    await assert.rejects(ask(sql, parent.userId, command, {}), /does not exist/)
})
