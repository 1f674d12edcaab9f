/** Returns what `work` does, but no sooner than after `ms`. */
export async function noSoonerThan<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ms))])
  return result
}

/** Waits for `work`, but no longer than `ms`. Rejects when `work` rejects in that time. */
export async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  await Promise.race([work, over.promise]).finally(() => clearTimeout(timer))
}
