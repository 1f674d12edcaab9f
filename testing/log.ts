/** Runs `work` with the lines that are logged meanwhile; they are not printed. */
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
