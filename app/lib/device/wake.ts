/**
 * Calls `listener` when what was lost may be reached again: the browser is back on its network, or somebody looks at the page again. Returns what
 * ends it.
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
