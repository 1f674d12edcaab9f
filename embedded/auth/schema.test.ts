import assert from 'node:assert/strict'
import { story } from '../../testing/auth-service.ts'

story(
  'Who asks is who the claims of the request name; the singular setting wins, and an empty one is not set',
  async ({ sql }) => {
    const [someone, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const jwt = { sub: someone, role: 'authenticated', email: 'a@b.example' }
    const claims = { 'request.jwt.claims': JSON.stringify(jwt) }
    const named = { uid: someone, role: 'authenticated', email: 'a@b.example', jwt }
    const nobody = { uid: null, role: null, email: null, jwt: null }
    const cases: [settings: Record<string, string>, seen: object][] = [
      [claims, named],
      [
        { ...claims, 'request.jwt.claim.sub': other },
        { ...named, uid: other },
      ],
      [{ ...claims, 'request.jwt.claim.sub': '' }, named],
      [{ 'request.jwt.claims': '' }, nobody],
      [{}, nobody],
    ]
    for (const [settings, seen] of cases) {
      const [row] = await sql.begin(async (tx) => {
        for (const [name, value] of Object.entries(settings)) await tx`select set_config(${name}, ${value}, true)`
        await tx`set local role authenticated`
        return tx`select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt`
      })
      assert.deepEqual({ ...row }, seen)
    }
  },
)

story('API roles read no table of it, and every foreign key has an index', async ({ sql }) => {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r'`
  assert.ok(tables.length >= 7)
  for (const role of ['anon', 'authenticated', 'service_role']) {
    for (const { name } of tables) {
      const [can] = await sql`select has_table_privilege(${role}, ${name}, 'select, insert, update, delete') as reads`
      assert.deepEqual(can, { reads: false }, `${role} ${name}`)
    }
  }
  const bare = await sql`
    select c.conrelid::regclass::text as table, c.conname from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'auth'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`
  assert.deepEqual([...bare], [])
})
