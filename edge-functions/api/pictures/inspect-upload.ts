import { pictureLimits } from '../../../domain/contract/constants.ts'
import { readPicture } from '../../../domain/rules/pictures.ts'
import { isWholePicture } from '../../../domain/rules/whole-pictures.ts'
import { Refusal } from '../refusal.ts'
import type { StorageServer } from './storage-server.ts'

/**
 * Checks the uploaded bytes themselves, not their declared type alone; returns a Refusal when they are no accepted
 * picture.
 */
export async function inspectUpload(storage: StorageServer, name: string): Promise<Refusal | undefined> {
  const sent = await storage.read('own rights', name)
  if (sent instanceof Refusal) {
    return sent.code === 'not_found' ? new Refusal('picture_not_sent') : sent
  }
  if (sent.size > pictureLimits.bytes)
    return new Refusal('picture_too_heavy', { megabytes: pictureLimits.bytes / 2 ** 20 })
  const bytes = await sent.bytes()
  const picture = readPicture(bytes)
  // Browsers get the declared type and must not guess another one.
  if (picture === undefined || picture.type !== sent.type || !isWholePicture(bytes, picture.type)) {
    return new Refusal('not_a_picture')
  }
  if (Math.max(picture.width, picture.height) > pictureLimits.side) {
    return new Refusal('picture_too_large', { side: pictureLimits.side })
  }
  return undefined
}
