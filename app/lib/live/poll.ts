/** Milliseconds between two polls. */
export const pollMs = 20_000

/**
 * Polls at once and then every `pollMs` while the page is visible; reports the result of each poll. Returns a function
 * that stops it.
 */
export function startPolling(poll: () => Promise<void>, onPolled: (isAnswered: boolean) => void): () => void {
  let isStopped = false
  const ask = async () => {
    if (document.visibilityState === 'hidden') return
    const isAnswered = await poll().then(
      () => true,
      () => false,
    )
    if (!isStopped) onPolled(isAnswered)
  }
  void ask()
  const timer = setInterval(() => void ask(), pollMs)
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}
