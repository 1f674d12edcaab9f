/**
 * Calls `listener` when the server may be reachable again: the browser is online, or the page is visible again. Returns
 * a function that stops this.
 */
export function onWake(listener: () => void): () => void {
  const over = new AbortController()
  const onSign = () => {
    if (document.visibilityState === 'visible') listener()
  }
  for (const event of ['online', 'pageshow']) window.addEventListener(event, onSign, { signal: over.signal })
  document.addEventListener('visibilitychange', onSign, { signal: over.signal })
  return () => over.abort()
}
