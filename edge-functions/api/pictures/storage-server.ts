import * as z from 'zod/mini'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'

const bucket = 'avatars'

const Signed = z.object({ url: z.string().check(z.startsWith('/object/upload/sign/')) })

/** The storage service answers a "no" with 400 and says the true status in the body. */
const StorageError = z.object({ statusCode: z.string() })

/** The calls of Supabase Storage that pictures are made of. `name` is a picture's name in the bucket. */
export type StorageServer = {
  /** The address to which whoever has it may send this picture by PUT, for two hours. */
  signUpload(token: string, name: string): Promise<string | Refusal>
  /** What lies there, seen with the rights of that user, or of this installation; 200 or 304, else a Refusal. */
  read(token: string | 'own rights', name: string, headers?: Record<string, string>): Promise<Response | Refusal>
  /** Whatever of them was there is gone when this answers nothing. */
  remove(names: readonly string[]): Promise<Refusal | undefined>
}

export function createStorageServer(settings: Settings): StorageServer {
  const url = `${settings.supabaseUrl}/storage/v1`
  const asUser = (token: string) => ({ apikey: settings.publishableKey, authorization: `Bearer ${token}` })
  const away = () => new Refusal('unavailable', undefined, { 'retry-after': '1' })

  async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response | Refusal> {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(15_000),
      })
      if (answer.ok || answer.status === 304) return answer
      const error = StorageError.safeParse(await answer.json().catch(() => undefined))
      if (answer.status >= 500 || !error.success) return away()
      return new Refusal(error.data.statusCode === '403' ? 'not_allowed' : 'not_found')
    } catch {
      return away()
    }
  }

  /** A secret key alone in `apikey`; older ones are tokens, and go into `authorization` too. */
  function ownRights(): Record<string, string> | Refusal {
    const { secretKey } = settings
    if (secretKey === undefined) return away()
    return { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  }

  return {
    async signUpload(token, name) {
      const answer = await send('POST', `/object/upload/sign/${bucket}/${name}`, asUser(token), {})
      if (answer instanceof Refusal) return answer
      return `${settings.publicUrl}/storage/v1${Signed.parse(await answer.json()).url}`
    },
    async read(token, name, headers = {}) {
      const rights = token === 'own rights' ? ownRights() : asUser(token)
      return rights instanceof Refusal ? rights : send('GET', `/object/authenticated/${bucket}/${name}`, { ...rights, ...headers })
    },
    async remove(names) {
      const rights = ownRights()
      if (rights instanceof Refusal) return rights
      const answer = await send('DELETE', `/object/${bucket}`, rights, { prefixes: names })
      if (answer instanceof Refusal) return answer
      await answer.body?.cancel()
      return undefined
    },
  }
}
