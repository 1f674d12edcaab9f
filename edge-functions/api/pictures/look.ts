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
  const bytes = await readUpTo(pictureLimits.bytes, sent)
  if (bytes === undefined) return new Refusal('invalid_input', 'This picture is larger than 5 MB.')
  const picture = readPicture(bytes)
  // Browsers are told the type it was sent with, and held to it.
  if (picture === undefined || picture.type !== sent.headers.get('content-type') || !isWholePicture(bytes, picture.type)) {
    return new Refusal('invalid_input', 'This file is not a picture we can show. Please choose a JPEG, PNG, WebP or GIF.')
  }
  if (Math.max(picture.width, picture.height) > pictureLimits.side) {
    return new Refusal('invalid_input', `This picture is too large: at most ${pictureLimits.side} pixels wide and high.`)
  }
  return undefined
}

/** All bytes of an answer; undefined as soon as they are more than `most`. */
async function readUpTo(most: number, answer: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Blob(chunks).bytes()
}
