/** Does `work` with all that is written to the log meanwhile, a line each, which is not shown. */
export async function withLog(work: (lines: string[]) => Promise<void>): Promise<void> {
  const lines: string[] = []
  const write = console.error
  console.error = (...words: unknown[]) => void lines.push(words.join(' '))
  try {
    await work(lines)
  } finally {
    console.error = write
  }
}
