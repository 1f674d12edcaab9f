import { pictureLimits } from '../../../domain/contract/picture-limits.ts'
import { readPicture } from '../../../domain/rules/pictures.ts'
import { isWholePicture } from '../../../domain/rules/whole-pictures.ts'
import { Refusal } from '../refusal.ts'
import type { StorageServer } from './storage-server.ts'

/** Looks at the bytes that were sent: what they are, not what they are called. A Refusal when they are no picture of ours. */
export async function lookAt(storage: StorageServer, name: string): Promise<Refusal | undefined> {
  const sent = await storage.read('own rights', name)
  if (sent instanceof Refusal) {
    return sent.code === 'not_found' ? new Refusal('picture_not_sent') : sent
  }
  if (sent.size > pictureLimits.bytes) return new Refusal('picture_too_heavy', { megabytes: pictureLimits.bytes / 2 ** 20 })
  const bytes = await sent.bytes()
  const picture = readPicture(bytes)
  // Browsers are told the type it was sent with, and held to it.
  if (picture === undefined || picture.type !== sent.type || !isWholePicture(bytes, picture.type)) {
    return new Refusal('not_a_picture')
  }
  if (Math.max(picture.width, picture.height) > pictureLimits.side) {
    return new Refusal('picture_too_large', { side: pictureLimits.side })
  }
  return undefined
}
