/** An error that the operator can fix: printed as one sentence without a stack, with exit code 1. */
export class Problem extends Error {
  override name = 'Problem'
}

/** Whether the disk is full, as the file system or Postgres (disk_full) reports it. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** Says why a program that gave no reason was ended by a signal that we did not send; undefined for any other end. */
export function reasonOfSignal({ signal }: Pick<Deno.CommandStatus, 'signal'>): string | undefined {
  if (signal === null || signal === 'SIGINT' || signal === 'SIGQUIT' || signal === 'SIGTERM') return undefined
  if (signal === 'SIGKILL') return 'the system killed it, as it does when memory runs out'
  if (signal === 'SIGILL') return 'it uses instructions that the processor of this machine lacks'
  return `it crashed (${signal})`
}

/** The part of an error that may be logged: its message may quote an address, a password, or a file name. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** The message of an error, for the terminal. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
