import type { StorageApiError } from '@supabase/supabase-js'
import { Refusal } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { clientAs, clientOf } from '../supabase.ts'

const bucket = 'avatars'

/** An error of Storage; other failures have no `statusCode`. */
type Failure = Pick<StorageApiError, 'message'> & { statusCode?: string | undefined }

/** The calls of Supabase Storage for pictures. `name` is a picture's name in the bucket. */
export type StorageServer = {
  /** Returns an address that takes this picture by PUT for two hours, from everybody who has it. */
  signUpload(token: string, name: string): Promise<string | Refusal>
  /** Returns a Refusal unless that user may see this picture. */
  check(token: string, name: string): Promise<Refusal | undefined>
  /** Reads a picture, with its declared type, by the rights of that user or of this installation. */
  read(as: { token: string } | 'own rights', name: string): Promise<Blob | Refusal>
  /** Removes pictures; undefined when none of them is left. */
  remove(names: readonly string[]): Promise<Refusal | undefined>
}

export function createStorageServer(settings: Settings): StorageServer {
  const picturesAs = (token: string) => clientAs(settings, token).storage.from(bucket)

  function ownPictures() {
    const { secretKey } = settings
    return secretKey === undefined ? away() : clientOf(settings, secretKey).storage.from(bucket)
  }

  return {
    async signUpload(token, name) {
      const { data, error } = await picturesAs(token).createSignedUploadUrl(name)
      if (error !== null) return refusalOf(error)
      // The address for browsers can differ from the one that this function calls.
      const { pathname, search } = new URL(data.signedUrl)
      return `${settings.publicUrl}${pathname}${search}`
    },
    async check(token, name) {
      const { error } = await picturesAs(token).info(name)
      return error === null ? undefined : refusalOf(error)
    },
    async read(as, name) {
      const pictures = as === 'own rights' ? ownPictures() : picturesAs(as.token)
      if (pictures instanceof Refusal) return pictures
      const { data, error } = await pictures.download(name)
      return error === null ? data : refusalOf(error)
    },
    async remove(names) {
      const pictures = ownPictures()
      if (pictures instanceof Refusal) return pictures
      const { error } = await pictures.remove([...names])
      return error === null ? undefined : refusalOf(error)
    },
  }
}

const away = () => new Refusal('unavailable', undefined, { 'retry-after': '1' })

/** Reads the true status from the body: Storage answers every refusal with 400. */
function refusalOf({ statusCode = '' }: Failure): Refusal {
  if (!/^4\d\d$/.test(statusCode)) return away()
  return new Refusal(statusCode === '403' ? 'not_allowed' : 'not_found')
}
