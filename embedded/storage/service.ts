import { Hono } from 'hono'
import type postgres from 'postgres'
import { notSpoken } from '../not-spoken.ts'
import { kindOf } from '../problem.ts'
import type { Tokens } from '../tokens.ts'
import { BodyEnded } from './body.ts'
import { keepBuckets } from './buckets.ts'
import type { Handler, Storage } from './context.ts'
import { download } from './download.ts'
import { diskRefusal, Files } from './files.ts'
import { info } from './info.ts'
import { answerRefusal, brokenInside, invalidRequest, Refusal, refusalOf } from './refusal.ts'
import { removeMany } from './remove.ts'
import type { StorageSettings } from './settings.ts'
import { createSignatures } from './signatures.ts'
import { signUpload, uploadSigned } from './upload.ts'

export type StorageService = {
  /** The path of `request.url` starts behind /storage/v1: /object/avatars/… The gateway has already put the token of an `apikey` into `Authorization`. */
  fetch(request: Request): Promise<Response>
  /** Resolves once the buckets of the config are there. */
  ready: Promise<void>
  close(): Promise<void>
}

// `:name` may hold slashes.
const routes: readonly [method: string, path: string, handler: Handler][] = [
  ['GET', '/status', () => new Response(null)],
  ['POST', '/object/upload/sign/:bucket/:name', signUpload],
  ['PUT', '/object/upload/sign/:bucket/:name', uploadSigned],
  ['GET', '/object/info/:bucket/:name', info],
  ['GET', '/object/:bucket/:name', download],
  ['DELETE', '/object/:bucket', removeMany],
]

/** Every call of Storage that is spoken, as `[method, path]`. */
export const storageCalls = routes.map(([method, path]) => [method, path] as const)

// Not spoken either; the word before the star would be read as a bucket.
const otherReads = ['/object/authenticated/*', '/object/public/*', '/object/sign/*', '/object/info/authenticated/*', '/object/info/public/*']

export type StorageDeps = {
  /** A pool connected as supabase_admin. */
  sql: postgres.Sql
  tokens: Tokens
  /** Signs the addresses that take one object for a while. */
  jwtSecret: string
  settings: StorageSettings
  /** Absolute data folder; the files live in `storage/` below it. */
  folder: string
}

export function createStorage(deps: StorageDeps): StorageService {
  const { sql, tokens, settings } = deps
  const storage: Storage = { sql, tokens, settings, signatures: createSignatures(deps.jwtSecret), files: new Files(deps.folder) }
  const app = createApp(storage)
  // Nobody waits for it: nobody misses the files it removes.
  const swept = sweep(storage)
  return {
    ready: keepBuckets(storage),
    close: () => swept,
    // Hono answers HEAD by GET, and the file of a GET would stay open.
    fetch: async (request) => (request.method === 'HEAD' ? unspoken() : app.fetch(request)),
  }
}

const unspoken = () => notSpoken('This call of Storage')

function createApp(storage: Storage): Hono {
  // Compares paths as they are written, so that the name of an object is decoded once.
  const app = new Hono({ getPath: ({ url }) => new URL(url).pathname })
  for (const path of otherReads) app.get(path, unspoken)
  for (const [method, path, handler] of routes) {
    app.on(method, path.replace(':name', ':name{.+}'), async ({ req }) => {
      const { bucket = '', name = '' }: Record<string, string> = req.param()
      const answer = await handler(storage, { request: req.raw, url: new URL(req.url), bucket, name })
      return answer instanceof Refusal ? answerRefusal(answer) : answer
    })
  }
  app.notFound(unspoken)
  app.onError((error, { req }) => {
    if (error instanceof BodyEnded) return answerRefusal(invalidRequest('The request ended before its body did'))
    const refusal = refusalOf(error) ?? diskRefusal(error)
    if (refusal !== undefined && refusal.status < 500) return answerRefusal(refusal)
    console.error(`storage: ${req.method} of an object failed: ${refusal?.message ?? kindOf(error)}`)
    return answerRefusal(refusal ?? brokenInside('Internal server error'))
  })
  return app
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
