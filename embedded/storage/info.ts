import type { Handler } from './context.ts'
import { findObject } from './objects.ts'
import { noSuchBucket, noSuchKey, Refusal } from './refusal.ts'

export const info: Handler = async (storage, call) => {
  const object = await findObject(storage, call, 'storage.object.info_authenticated')
  if (object instanceof Refusal) return object.code === 'InvalidRequest' || object.code === 'AccessDenied' ? noSuchBucket : object
  const { metadata } = object
  if (metadata === null) return noSuchKey
  const body = {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    // No upload that is spoken here carries any.
    metadata: {},
    last_modified: new Date(object.updated_at).toISOString(),
    created_at: new Date(object.created_at).toISOString(),
  }
  return Response.json(body, { headers: { etag: metadata.eTag, 'last-modified': new Date(metadata.lastModified).toUTCString(), 'cache-control': 'no-cache' } })
}
