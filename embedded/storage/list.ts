import { z } from 'zod'
import { readBody } from './body.ts'
import { asCaller, callerOf } from './caller.ts'
import type { Handler } from './context.ts'
import { Refusal } from './refusal.ts'

const Listing = z.object({
  // Postgres keeps no NUL character in a text.
  prefix: z
    .string()
    .max(1024)
    .regex(/^[^\0]*$/),
  limit: z.int().min(1).max(10_000).default(100),
  offset: z.int().min(0).default(0),
  search: z
    .string()
    .max(1024)
    .regex(/^[^\0]*$/)
    .default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

/** One level below a folder: the folders in it, by name alone, then the objects. */
export const list: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const body = await readBody(call.request, Listing)
  if (body instanceof Refusal) return body
  const { limit, offset, sortBy } = body
  const folder = body.prefix === '' || body.prefix.endsWith('/') ? body.prefix : `${body.prefix}/`
  const wanted = `${(folder + body.search).replace(/[\\%_]/g, '\\$&')}%`
  const rows = await asCaller(
    storage,
    call,
    caller,
    'storage.object.list',
    (sql) => sql`
      with below as (
        select o.*, substr(o.name, ${folder.length + 1}::int) as rest from storage.objects o where o.bucket_id = ${call.bucket} and o.name ilike ${wanted}
      ), entries as (
        select split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at, null::timestamptz as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata
        from below where strpos(rest, '/') > 0 group by 1
        union all
        select rest, id, updated_at, created_at, last_accessed_at, metadata from below where strpos(rest, '/') = 0
      )
      select name, id, updated_at, created_at, last_accessed_at, metadata from entries
      order by id is not null, ${sql(sortBy.column)} ${sortBy.order === 'asc' ? sql`asc` : sql`desc`}, name
      limit ${limit} offset ${offset}`,
  )
  return Response.json(rows)
}
