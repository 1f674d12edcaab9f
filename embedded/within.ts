/** Waits for `work`, but no longer than `ms`. Rejects when `work` rejects in that time. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([work, over.promise]).finally(() => clearTimeout(timer))
}
