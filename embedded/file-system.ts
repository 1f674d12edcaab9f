export const exists = (path: string): Promise<boolean> =>
  Deno.stat(path).then(
    () => true,
    () => false,
  )

/** The names of what lies in a folder, in their order. */
export const namesIn = async (folder: string): Promise<string[]> =>
  (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).toSorted()

export function ignoreMissing(error: unknown): undefined {
  if (!(error instanceof Deno.errors.NotFound)) throw error
}

/** Writes a small file whole or not at all, which its owner alone can read. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(`${path}.new`, text, { mode: 0o600 })
  await Deno.rename(`${path}.new`, path)
}

/** Writes a file that its owner alone can read, and waits until it has reached the disk. */
export async function writeToDisk(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
  await Deno.writeFile(path, bytes, { mode: 0o600 })
  using file = await Deno.open(path, { write: true })
  await file.sync()
}
