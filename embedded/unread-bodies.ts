const chunkBytes = 65_536

type Body = { left: number; movedAt: number; cutOff(): void }

/**
 * The large response bodies that clients have not read yet. Beyond `mostBytes` of all together, the client that has read
 * nothing for the longest loses its connection; a single body may be larger. Small ones fit into a socket's buffers.
 */
export class UnreadBodies {
  readonly #bodies = new Set<Body>()
  readonly #mostBytes: number
  readonly #now: () => number
  #bytes = 0

  constructor(mostBytes = 32_000_000, now = () => performance.now()) {
    this.#mostBytes = mostBytes
    this.#now = now
  }

  /** Returns the bytes as a body that is counted until it was read. */
  bodyOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> {
    if (bytes.length <= chunkBytes) return bytes
    let unread: Uint8Array<ArrayBuffer> | undefined = bytes
    const end = () => {
      unread = undefined
      this.#bytes -= body.left
      body.left = 0
      this.#bodies.delete(body)
    }
    const body: Body = { left: bytes.length, movedAt: this.#now(), cutOff: () => {} }
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (controller) => {
          body.cutOff = () => {
            end()
            controller.error(new Deno.errors.Http('The client reads too slowly'))
          }
        },
        pull: (controller) => {
          if (unread === undefined) return
          // A copy: a write that waits for its client would keep all of the bytes, also of a body that was cut off.
          const chunk = unread.slice(0, chunkBytes)
          unread = unread.subarray(chunk.length)
          this.#bytes -= chunk.length
          body.left -= chunk.length
          body.movedAt = this.#now()
          controller.enqueue(chunk)
          if (unread.length > 0) return
          end()
          controller.close()
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    )
    this.#bodies.add(body)
    this.#bytes += bytes.length
    while (this.#bytes > this.#mostBytes && this.#bodies.size > 1) this.#slowest()?.cutOff()
    return stream
  }

  #slowest(): Body | undefined {
    let slowest: Body | undefined
    for (const body of this.#bodies) if (slowest === undefined || body.movedAt < slowest.movedAt) slowest = body
    return slowest
  }
}
