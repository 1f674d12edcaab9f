/** Something the person at the keyboard can mend: shown as one sentence, with exit code 1 and no stack. */
export class Problem extends Error {
  override name = 'Problem'
}

/** No room left, as the file system says it and as Postgres does (disk_full). */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** What of an error may be written down: its message may quote an address, a password, or a name of a file. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
