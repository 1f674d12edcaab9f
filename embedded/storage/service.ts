import type postgres from 'postgres'
import { kindOf } from '../problem.ts'
import type { Tokens } from '../tokens.ts'
import { BodyEnded } from './body.ts'
import { getBucket, keepBuckets, listBuckets } from './buckets.ts'
import type { Call, Handler, Storage } from './context.ts'
import { get, getAuthenticated, getSigned } from './download.ts'
import { diskRefusal, Files } from './files.ts'
import { info } from './info.ts'
import { list } from './list.ts'
import { answerRefusal, brokenInside, invalidRequest, Refusal, refusalOf } from './refusal.ts'
import { removeMany, removeOne } from './remove.ts'
import type { StorageSettings } from './settings.ts'
import { createSignatures } from './signatures.ts'
import { signDownload, signDownloads, signUpload, uploadSigned } from './signing.ts'
import { changeBuckets, copy, listVersion2, move, otherBuckets, publicObject, purge, resumable, s3, transform } from './switched-off.ts'
import { update, upload } from './upload.ts'

export type StorageService = {
  /** The path of `request.url` starts behind /storage/v1: /object/avatars/…, /bucket, … The gateway has already put the token of an `apikey` into `Authorization`. */
  fetch(request: Request): Promise<Response>
  /** Resolves once the buckets of the config are there. */
  ready: Promise<void>
  close(): Promise<void>
}

// `:rest` may be empty and may hold slashes. The first path that fits and has the method answers.
const routes: readonly [path: string, methods: Record<string, Handler>][] = [
  ['/status', { GET: () => new Response(null) }],
  ['/bucket', { GET: listBuckets, POST: changeBuckets }],
  ['/bucket/:bucket', { GET: getBucket, PUT: changeBuckets, DELETE: changeBuckets }],
  ['/bucket/:bucket/empty', { POST: changeBuckets }],
  ['/object/upload/sign/:bucket/:rest', { POST: signUpload, PUT: uploadSigned }],
  ['/object/sign/:bucket/:rest', { POST: signDownload, GET: getSigned, HEAD: getSigned }],
  ['/object/sign/:bucket', { POST: signDownloads }],
  ['/object/list/:bucket', { POST: list }],
  ['/object/list-v2/:bucket', { POST: listVersion2 }],
  ['/object/move', { POST: move }],
  ['/object/copy', { POST: copy }],
  ['/object/public/:bucket/:rest', { GET: publicObject, HEAD: publicObject }],
  ['/object/info/public/:bucket/:rest', { GET: publicObject, HEAD: publicObject }],
  ['/object/info/authenticated/:bucket/:rest', { GET: info, HEAD: info }],
  ['/object/info/:bucket/:rest', { GET: info, HEAD: info }],
  ['/object/authenticated/:bucket/:rest', { GET: getAuthenticated, HEAD: getAuthenticated }],
  ['/object/:bucket/:rest', { GET: get, HEAD: get, POST: upload, PUT: update, DELETE: removeOne }],
  ['/object/:bucket', { DELETE: removeMany }],
]

/** Every call of Storage, as `[method, path]`. */
export const storageCalls = routes.flatMap(([path, methods]) => Object.keys(methods).map((method) => [method, path] as const))

const absent: readonly [folder: string, handler: Handler][] = [
  ['/render', transform],
  ['/upload/resumable', resumable],
  ['/s3', s3],
  ['/cdn', purge],
  ['/iceberg', otherBuckets],
  ['/vector', otherBuckets],
]

const patterns = routes.map(([path, methods]) => ({
  pattern: new RegExp(`^${path.replace(':bucket', '(?<bucket>[^/]+)').replace(':rest', '(?<rest>.*)')}$`, 's'),
  methods,
}))

export type StorageDeps = {
  /** A pool connected as supabase_admin. */
  sql: postgres.Sql
  tokens: Tokens
  /** Signs the addresses that open one object for a while. */
  jwtSecret: string
  settings: StorageSettings
  /** Absolute data folder; the files live in `storage/` below it. */
  folder: string
}

export function createStorage(deps: StorageDeps): StorageService {
  const { sql, tokens, settings } = deps
  const storage: Storage = { sql, tokens, settings, signatures: createSignatures(deps.jwtSecret), files: new Files(deps.folder) }
  // Nobody waits for it: what it removes is in nobody's way.
  const swept = sweep(storage)
  return {
    ready: keepBuckets(storage),
    close: () => swept,
    async fetch(request) {
      const url = new URL(request.url)
      const found = find(url.pathname, request.method)
      const answer = found instanceof Response ? found : await attempt(found.handler, storage, { request, url, bucket: found.bucket, name: found.name })
      return answer instanceof Refusal ? answerRefusal(answer) : answer
    },
  }
}

type Found = { handler: Handler; bucket: string; name: string }

function find(path: string, method: string): Found | Response {
  for (const { pattern, methods } of patterns) {
    const match = pattern.exec(path)
    const handler = methods[method]
    if (match === null || handler === undefined) continue
    const [bucket, name] = [decoded(match.groups?.['bucket'] ?? ''), decoded(match.groups?.['rest'] ?? '')]
    if (bucket === undefined || name === undefined)
      return Response.json({ statusCode: 400, error: 'Bad Request', message: `'${path}' is not a valid url component` }, { status: 400 })
    return { handler, bucket, name }
  }
  const [, off] = absent.find(([folder]) => path === folder || path.startsWith(`${folder}/`)) ?? []
  if (off !== undefined) return { handler: off, bucket: '', name: '' }
  return Response.json({ statusCode: 404, error: 'Not Found', message: `Route ${method}:${path} not found` }, { status: 404 })
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

async function attempt(handler: Handler, storage: Storage, call: Call): Promise<Response | Refusal> {
  try {
    return await handler(storage, call)
  } catch (error) {
    if (error instanceof BodyEnded) return invalidRequest('The request ended before its body did')
    const refusal = refusalOf(error) ?? diskRefusal(error)
    if (refusal !== undefined && refusal.status < 500) return refusal
    console.error(`storage: ${call.request.method} of an object failed: ${refusal?.message ?? kindOf(error)}`)
    return refusal ?? brokenInside('Internal server error')
  }
}

async function sweep({ sql, files }: Storage): Promise<void> {
  try {
    await files.sweep(async (found) => {
      const rows = await sql<{ version: string }[]>`select version from storage.objects where version = any(${found})`
      return new Set(rows.map(({ version }) => version))
    })
  } catch (error) {
    console.error(`storage: what a crash may have left was not swept: ${kindOf(error)}`)
  }
}
