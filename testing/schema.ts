import type { Sql } from '../embedded/postgres/connect.ts'

/** Something that migrations have made, in a comparable form. */
export type Made = {
  kind: string
  name: string
  definition: string
  /** A function's arguments and result, which no replacement changes. */
  signature: string | null
  /** The statements that make it and that remove it; null for what is written by hand. */
  create: string | null
  drop: string | null
}

/** Returns what the migrations of a database have made. `sql` is a transaction. */
export async function schemaOf(sql: Sql): Promise<Made[]> {
  // Without a path each name is qualified.
  await sql`set local search_path = ''`
  return sql<Made[]>`
    with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'private')),
    functions as (
      select p.oid, p.oid::regprocedure::text as name, p.prokind, coalesce(proacl, acldefault('f', proowner)) as acl, proowner
      from pg_proc p join ours on ours.oid = pronamespace),
    grants as (
      select 'execute' as privilege, 'function ' || name as object, grantee from functions, aclexplode(acl) where grantee <> proowner
      union all
      select lower(privilege_type), 'table ' || c.oid::regclass, grantee
      from pg_class c join ours on ours.oid = relnamespace, aclexplode(relacl)
      where relkind = 'r' and grantee <> relowner),
    named as (select *, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as role from grants)
    select 'function' as kind, name, pg_get_functiondef(oid) as definition,
      pg_get_function_arguments(oid) || ' returns ' || pg_get_function_result(oid) as signature,
      pg_get_functiondef(oid) as create, 'drop function ' || name as drop
    from functions
    union all
    select 'policy', format('%I on %I.%I', policyname, schemaname, tablename), concat_ws(' ', cmd, roles, qual, with_check, permissive), null,
      format('create policy %I on %I.%I as %s for %s to %s', policyname, schemaname, tablename, permissive, cmd, array_to_string(roles, ', '))
        || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', ''),
      format('drop policy %I on %I.%I', policyname, schemaname, tablename)
    from pg_policies where schemaname in ('public', 'private', 'realtime', 'storage')
    union all
    select 'grant', concat_ws(' ', privilege, object, role), '', null,
      format('grant %s on %s to %s', privilege, object, role), format('revoke %s on %s from %s', privilege, object, role)
    from named
    union all
    select kind, name, definition, null, null, null from (
      select 'constraint' as kind, coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text) || ' ' || conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join ours on ours.oid = connamespace
      union all
      select 'index', indexname, indexdef from pg_indexes where schemaname in ('public', 'private')
      union all
      select 'column', attrelid::regclass || ' ' || attname,
        concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attacl, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum))
      from pg_attribute join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
        left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relkind in ('r', 'c', 'v') and attnum > 0 and not attisdropped
      union all
      select 'trigger', tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgfoid in (select oid from functions)
      union all
      select 'table', c.oid::regclass::text, concat_ws(' ', relkind, relrowsecurity, reloptions, obj_description(c.oid))
      from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'S', 'v')
      union all
      select 'domain', t.oid::regtype::text, concat_ws(' ', format_type(typbasetype, typtypmod), typnotnull, typdefault)
      from pg_type t join ours on ours.oid = typnamespace where typtype = 'd'
      union all
      select 'schema', nspname, nspacl::text from pg_namespace where nspname in ('public', 'private')
      union all
      select 'default privileges', concat_ws(' ', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype), defaclacl::text
      from pg_default_acl where defaclrole = 'postgres'::regrole
    ) by_hand
    order by 1, 2`
}

const keyOf = ({ kind, name }: Made) => `${kind} ${name}`

/** Brings a database's functions, policies and grants to those of `wanted`; returns the statements that did it. */
export async function bringTo(sql: Sql, wanted: readonly Made[]): Promise<string[]> {
  const statements: string[] = []
  const run = async (some: readonly (string | null)[]) => {
    for (const statement of some) if (statement !== null) statements.push(statement)
    for (const statement of some) if (statement !== null) await sql.unsafe(statement)
  }
  const differing = async (kind: string) => {
    const known = new Map((await schemaOf(sql)).map((made) => [keyOf(made), made]))
    const mustGo = [...known.values()].filter((made) => {
      const next = wanted.find((other) => keyOf(other) === keyOf(made))
      return (
        next === undefined ||
        (kind === 'function' ? next.signature !== made.signature : next.definition !== made.definition)
      )
    })
    const missing = wanted.filter((made) => known.get(keyOf(made))?.definition !== made.definition)
    return {
      mustGo: mustGo.filter((made) => made.kind === kind),
      missing: missing.filter((made) => made.kind === kind),
    }
  }
  const policies = await differing('policy')
  const functions = await differing('function')
  await run([...policies.mustGo, ...functions.mustGo].map((made) => made.drop))
  await run([...functions.missing, ...policies.missing].map((made) => made.create))
  const grants = await differing('grant')
  await run([...grants.mustGo.map((made) => made.drop), ...grants.missing.map((made) => made.create)])
  return statements
}
