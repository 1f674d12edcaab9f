import { z } from 'zod'
import { asCaller, callerOf } from './caller.ts'
import type { Handler, Storage } from './context.ts'
import { invalidRequest, noSuchBucket, Refusal } from './refusal.ts'

const Limits = z.object({ file_size_limit: z.coerce.number().nullable(), allowed_mime_types: z.array(z.string()).nullable() })

export type Limits = { fileSizeLimit: number; allowedMimeTypes: readonly string[] | undefined }

/** What the bucket takes, where no type at all stands for any; undefined when there is no such bucket. */
export async function limitsOf({ sql, settings }: Storage, bucket: string): Promise<Limits | undefined> {
  const [row] = await sql`select file_size_limit, allowed_mime_types from storage.buckets where id = ${bucket}`
  if (row === undefined) return undefined
  const { file_size_limit, allowed_mime_types } = Limits.parse(row)
  return {
    fileSizeLimit: Math.min(file_size_limit ?? Infinity, settings.fileSizeLimit),
    allowedMimeTypes: allowed_mime_types?.length ? allowed_mime_types : undefined,
  }
}

/** Makes the buckets of the config, and brings those that are there up to date with it. */
export async function keepBuckets({ sql, settings }: Pick<Storage, 'sql' | 'settings'>): Promise<void> {
  for (const { id, public: isPublic, fileSizeLimit = null, allowedMimeTypes } of settings.buckets) {
    const types = allowedMimeTypes === undefined ? null : [...allowedMimeTypes]
    await sql`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values (${id}, ${id}, ${isPublic}, ${fileSizeLimit}, ${types})
      on conflict (id) do update set
        public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types, updated_at = now()
      where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
        is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`
  }
}

const Row = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  public: z.boolean(),
  type: z.string(),
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})
const columns = ['id', 'name', 'owner', 'public', 'type', 'file_size_limit', 'allowed_mime_types', 'created_at', 'updated_at'] as const

const bucketOf = (row: unknown) => {
  const bucket = Row.parse(row)
  return { ...bucket, owner: bucket.owner ?? '' }
}

export const getBucket: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const [row] = await asCaller(storage, call, caller, 'storage.bucket.get', (sql) => sql`select ${sql(columns)} from storage.buckets where id = ${call.bucket}`)
  if (row === undefined) return noSuchBucket
  const { type: _, ...bucket } = bucketOf(row)
  return Response.json(bucket)
}

const Listing = z.object({
  limit: z.coerce.number().int().min(1).optional(),
  offset: z.coerce.number().int().min(0).default(0),
  search: z.string().default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
})

export const listBuckets: Handler = async (storage, call) => {
  const caller = await callerOf(storage, call)
  if (caller instanceof Refusal) return caller
  const listing = Listing.safeParse(Object.fromEntries(call.url.searchParams))
  if (!listing.success) return invalidRequest(`querystring/${listing.error.issues[0]?.path.join('/') ?? ''} is not valid`)
  const { limit = null, offset, search, sortColumn, sortOrder } = listing.data
  const pattern = `%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await asCaller(
    storage,
    call,
    caller,
    'storage.bucket.list',
    (sql) => sql`
      select ${sql(columns)} from storage.buckets where name ilike ${pattern}
      order by ${sql(sortColumn)} ${sortOrder === 'asc' ? sql`asc` : sql`desc`} limit ${limit} offset ${offset}`,
  )
  return Response.json(rows.map(bucketOf))
}
