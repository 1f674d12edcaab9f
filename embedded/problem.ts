/** An error that the operator can fix: printed as one sentence without a stack, with exit code 1. */
export class Problem extends Error {
  override name = 'Problem'
}

/** Whether the disk is full, as the file system or Postgres (disk_full) reports it. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** The part of an error that may be logged: its message may quote an address, a password, or a file name. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
