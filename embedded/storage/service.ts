import { BodyEnded } from '../body.ts'
import { routeCalls, supabaseStorageCalls } from '../calls.ts'
import { kindOf } from '../problem.ts'
import type { ServiceRefusal } from '../service-refusal.ts'
import { keepBuckets } from './buckets.ts'
import type { StorageHandler, Storage } from './context.ts'
import { diskRefusal, Files } from './files.ts'
import { download, info, removeMany } from './objects.ts'
import { answerRefusal, brokenInside, invalidRequest, refusalOf } from './refusal.ts'
import { createSignatures } from './signatures.ts'
import { signUpload, uploadSigned } from './upload.ts'

const handlers: Record<keyof typeof supabaseStorageCalls, StorageHandler> = {
  status: () => new Response(null),
  signUpload,
  uploadSigned,
  info,
  download,
  removeMany,
}

// The word before the star would be read as a bucket.
const otherReads = [
  '/object/authenticated/*',
  '/object/public/*',
  '/object/sign/*',
  '/object/info/authenticated/*',
  '/object/info/public/*',
]

type StorageDeps = Pick<Storage, 'sql' | 'tokens' | 'settings'> & {
  /** Signs the addresses that take one object for a while. */
  jwtSecret: string
  /** Absolute data folder; the files live in `storage/` below it. */
  folder: string
}

export function createStorage({ jwtSecret, folder, ...deps }: StorageDeps) {
  const storage: Storage = { ...deps, signatures: createSignatures(jwtSecret), files: new Files(folder) }
  const app = routeCalls<keyof typeof supabaseStorageCalls>('Storage', {
    calls: supabaseStorageCalls,
    except: otherReads,
    async answer(call, { req }) {
      const { bucket = '', name = '' }: Record<string, string> = req.param()
      return handlers[call](storage, { request: req.raw, url: new URL(req.url), bucket, name })
    },
    respond: answerRefusal,
    refusalOf: refusalOfError,
  })
  // Runs in the background: no call needs the files that it removes.
  const swept = storage.files
    .sweep(storage.sql)
    .catch((error: unknown) => console.error(`storage: what a crash may have left was not swept: ${kindOf(error)}`))
  return {
    /** Resolves once the buckets of the config are there. */
    ready: keepBuckets(storage.sql, storage.settings),
    close: () => swept,
    /**
     * The path of `request.url` starts behind /storage/v1: /object/avatars/… The gateway has already put the token of an
     * `apikey` into `Authorization`.
     */
    fetch: async (request: Request) => app.fetch(request),
  }
}

function refusalOfError(error: Error, method: string): ServiceRefusal {
  if (error instanceof BodyEnded) return invalidRequest('The request ended before its body did')
  const refusal = refusalOf(error) ?? diskRefusal(error)
  if (refusal !== undefined && refusal.status < 500) return refusal
  console.error(`storage: ${method} of an object failed: ${refusal?.message ?? kindOf(error)}`)
  return refusal ?? brokenInside('Internal server error')
}
