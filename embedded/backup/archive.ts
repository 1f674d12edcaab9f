import { createTarDecoder, createTarPacker } from 'modern-tar'

/** One file of an archive. */
export type Entry = { name: string; size: number; bytes: ReadableStream<Uint8Array> }

/** Packs the entries into a compressed tar archive; pulls each entry only when it is read. */
export async function* tar(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { readable, controller } = createTarPacker()
  const pack = async () => {
    for await (const { name, size, bytes } of entries) await bytes.pipeTo(controller.add({ name, size, mode: 0o600 }))
    controller.finalize()
  }
  const packing = pack().catch((error: unknown) => controller.error(error))
  try {
    yield* readable.pipeThrough(new CompressionStream('gzip'))
  } finally {
    // Waits, so that a reader that stops early knows that the entries' files are closed.
    await packing
  }
}

/**
 * The entries of a compressed tar archive, in order. Each has to be read before the next; what is cut short or no
 * archive throws.
 */
export async function* untar(source: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Entry> {
  const decoded = source.pipeThrough(new DecompressionStream('gzip')).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of decoded) {
    yield { name: header.name, size: header.size, bytes: body }
    // Skips an unread entry: the next one comes only after this one has ended.
    if (!body.locked) await body.cancel()
  }
}

export function textEntry(name: string, words: string): Entry {
  const file = new Blob([words])
  return { name, size: file.size, bytes: file.stream() }
}
