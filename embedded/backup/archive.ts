/** One file of an archive. */
export type Entry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }

const block = 512

/** The entries as a tar archive that every machine can open; names are short and plain. */
export async function* tar(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const { name, size, bytes } of entries) {
    yield header(name, size)
    let written = 0
    for await (const chunk of bytes) {
      written += chunk.length
      yield new Uint8Array(chunk)
    }
    if (written !== size) throw new Error(`${name} had ${written} bytes, not ${size}`)
    yield new Uint8Array(padding(size))
  }
  yield new Uint8Array(2 * block)
}

/** The entries of a tar archive, in order. Each has to be read before the next; what is cut short or no archive throws. */
export async function* untar(source: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const input = new Input(source)
  for (;;) {
    const head = await input.exactly(block)
    // What stands behind the end is read too: there a damaged archive shows.
    if (head.every((byte) => byte === 0)) return input.end()
    const size = Number.parseInt(textAt(head, 124, 12), 8)
    if (textAt(head, 257, 5) !== 'ustar' || !(size >= 0) || Number.parseInt(textAt(head, 148, 8), 8) !== checksum(head)) throw new Error('This is no archive')
    yield { name: textAt(head, 0, 100), size, bytes: input.some(size) }
    await input.exactly(padding(size))
  }
}

function header(name: string, size: number): Uint8Array<ArrayBuffer> {
  if (!/^[\w./-]{1,99}$/.test(name)) throw new Error(`${name} cannot be the name of an entry`)
  const bytes = new Uint8Array(block)
  const put = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  put(0, name)
  // Mode, user, group, size, time.
  put(100, `${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(Math.floor(Date.now() / 1000), 11)}\0`)
  put(156, '0')
  put(257, 'ustar\u000000')
  put(148, `${octal(checksum(bytes), 6)}\0 `)
  return bytes
}

/** Of a header, with its own place read as blanks. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const [at, byte] of bytes.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  return sum
}

const padding = (size: number) => (block - (size % block)) % block

const textAt = (bytes: Uint8Array, at: number, length: number) => {
  const [text = ''] = new TextDecoder().decode(bytes.subarray(at, at + length)).split('\0')
  return text
}

class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async *some(size: number): AsyncGenerator<Uint8Array> {
    for (let wanted = size; wanted > 0;) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#source.next()
        if (done === true) throw new Error('The archive is cut short')
        this.#rest = value
      }
      const part = this.#rest.subarray(0, wanted)
      this.#rest = this.#rest.subarray(part.length)
      wanted -= part.length
      yield part
    }
  }

  async end(): Promise<void> {
    while ((await this.#source.next()).done !== true);
  }

  async exactly(size: number): Promise<Uint8Array> {
    return joined(this.some(size), size)
  }
}

export async function joined(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new Uint8Array(size)
  let at = 0
  for await (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

export async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
