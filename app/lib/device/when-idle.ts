/** Runs `work` with the free milliseconds when the page is idle; returns a function that cancels it. */
export function whenIdle(work: (milliseconds: number) => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 50, 50)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback((deadline) => work(deadline.timeRemaining()), { timeout: 500 })
  return () => cancelIdleCallback(handle)
}
