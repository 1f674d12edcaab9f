const againMs = 60_000

/**
 * Registers the service worker after the page has loaded, so that the app opens offline. A development build has no
 * files to cache.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Ignores a refusal, as in some private windows: the app then works online only.
  window.addEventListener('load', () => void register().catch(() => {}))
}

/**
 * Retries while the worker fails to install, because a network that answers in place of our server is usually left
 * soon.
 */
async function register(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register('/service-worker.js')
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant') setTimeout(() => void register().catch(() => {}), againMs)
  })
}
