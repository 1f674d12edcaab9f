import assert from 'node:assert/strict'
import { story } from '../../testing/auth-service.ts'

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
