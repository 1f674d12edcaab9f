/** Runs `work` when the page has nothing else to do, and tells it for how many milliseconds; answers how to take it back. */
export function whenIdle(work: (milliseconds: number) => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 50, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback((deadline) => work(deadline.timeRemaining()), { timeout: 500 })
  return () => cancelIdleCallback(handle)
}
