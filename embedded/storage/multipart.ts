import { Buffer } from 'node:buffer'
import { BodyEnded } from './body.ts'

// More than any client sends; what comes before the file is held in memory.
const longestHead = 16 * 1024
const longestField = 1024 * 1024
const mostFields = 20

export type Form = {
  /** The fields that came before the file. */
  fields: ReadonlyMap<string, string>
  type: string
  /** The bytes of the first file, as they arrive. */
  file: AsyncIterable<Uint8Array>
}

/** Reads a form as far as its first file; undefined when it holds none or is none. */
export async function readForm(contentType: string, chunks: AsyncIterator<Uint8Array>): Promise<Form | undefined> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const name = boundary?.[1] ?? boundary?.[2]
  if (name === undefined || name.length > 200) return undefined
  const delimiter = Buffer.from(`\r\n--${name}`)
  const scanner = new Scanner(chunks)
  const fields = new Map<string, string>()
  if ((await scanner.textUntil(delimiter, longestHead)) === undefined) return undefined
  for (let count = 0; count <= mostFields; count++) {
    // Two dashes after the delimiter end the form.
    const head = await scanner.textUntil(Buffer.from('\r\n\r\n'), longestHead)
    if (head === undefined || head.startsWith('--')) return undefined
    const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? ''
    const type = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1]
    if (/;\s*filename\*?=/i.test(disposition)) return { fields, type: type ?? 'application/octet-stream', file: scanner.until(delimiter) }
    const field = await scanner.textUntil(delimiter, longestField)
    if (field === undefined) return undefined
    fields.set(/;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '', field)
  }
  return undefined
}

class Scanner {
  readonly #chunks: AsyncIterator<Uint8Array>
  // The first delimiter stands at the very beginning, without the line break the others have.
  #held: Buffer = Buffer.from('\r\n')

  constructor(chunks: AsyncIterator<Uint8Array>) {
    this.#chunks = chunks
  }

  /** Everything before `mark`, which is taken away too. Throws when the form ends without it. */
  async *until(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      // The end of what is held may be the beginning of the mark.
      const end = at === -1 ? Math.max(0, this.#held.length - mark.length + 1) : at
      if (end > 0) yield this.#held.subarray(0, end)
      this.#held = this.#held.subarray(at === -1 ? end : at + mark.length)
      if (at !== -1) return
      const next = await this.#chunks.next()
      if (next.done === true) throw new BodyEnded()
      this.#held = Buffer.concat([this.#held, next.value])
    }
  }

  /** Undefined when it is longer than `most` bytes, or never ends. */
  async textUntil(mark: Buffer, most: number): Promise<string | undefined> {
    const found: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of this.until(mark)) {
        size += chunk.length
        if (size > most) return undefined
        found.push(chunk)
      }
    } catch (error) {
      if (error instanceof BodyEnded) return undefined
      throw error
    }
    return Buffer.concat(found).toString('utf8')
  }
}
