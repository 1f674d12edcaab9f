import { pictureLimits } from '../../../domain/contract/picture-limits.ts'
import { readPicture } from '../../../domain/rules/pictures.ts'
import { isWholePicture } from '../../../domain/rules/whole-pictures.ts'
import { Refusal } from '../refusal.ts'
import type { StorageServer } from './storage-server.ts'

/** Looks at the bytes that were sent: what they are, not what they are called. A Refusal with a sentence when they are no picture of ours. */
export async function lookAt(storage: StorageServer, name: string): Promise<Refusal | undefined> {
  const sent = await storage.read('own rights', name)
  if (sent instanceof Refusal) {
    return sent.code === 'not_found' ? new Refusal('invalid_input', 'The picture has not arrived yet. Please send it again.') : sent
  }
  if (sent.size > pictureLimits.bytes) return new Refusal('invalid_input', 'This picture is larger than 5 MB.')
  const bytes = await sent.bytes()
  const picture = readPicture(bytes)
  // Browsers are told the type it was sent with, and held to it.
  if (picture === undefined || picture.type !== sent.type || !isWholePicture(bytes, picture.type)) {
    return new Refusal('invalid_input', 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.')
  }
  if (Math.max(picture.width, picture.height) > pictureLimits.side) {
    return new Refusal('invalid_input', `This picture is too large: at most ${pictureLimits.side} pixels wide and high.`)
  }
  return undefined
}
