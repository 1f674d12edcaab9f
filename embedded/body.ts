/** The client disconnected before the end of its body. Extends Http, so that the server logs nothing for it. */
export class BodyEnded extends Deno.errors.Http {
  override name = 'BodyEnded'
}

/** Yields the body as it arrives. A reader that stops early, or returns it, stops the sender too. */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = request.body?.getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new BodyEnded()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The whole body, or undefined when it has more than `most` bytes: the rest is not read. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > most) {
    await request.body?.cancel()
    return undefined
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  // The length header may be missing or wrong.
  for await (const chunk of bytesOf(request)) {
    size += chunk.length
    if (size > most) return undefined
    chunks.push(chunk)
  }
  return new Blob(chunks).bytes()
}
