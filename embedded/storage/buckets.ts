import type postgres from 'postgres'
import type { ServiceSettings } from '../config.ts'

/** Makes the buckets of the config, and brings those that are there up to date with it. */
export async function keepBuckets(
  sql: postgres.Sql,
  { buckets }: Pick<ServiceSettings['storage'], 'buckets'>,
): Promise<void> {
  for (const { id, public: isPublic, fileSizeLimit = null, allowedMimeTypes } of buckets) {
    const types = allowedMimeTypes === undefined ? null : sql.json(allowedMimeTypes)
    await sql`
      insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
      select ${id}, ${id}, ${isPublic}, ${fileSizeLimit}, array_agg(type) from jsonb_array_elements_text(${types}) type
      on conflict (id) do update set
        public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types, updated_at = now()
      where (buckets.public, buckets.file_size_limit, buckets.allowed_mime_types)
        is distinct from (excluded.public, excluded.file_size_limit, excluded.allowed_mime_types)`
  }
}
