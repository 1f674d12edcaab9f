/** Waits until `work` has settled well, but no longer than `ms`; where it fails in time, this fails. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([work, over.promise]).finally(() => clearTimeout(timer))
}
