const againMs = 60_000

/** Lets the app open without a network, once the page is done with everything else. Not while it is being built: there is nothing to keep then. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where the browser refuses, as in some private windows, the app needs its network.
  window.addEventListener('load', () => void register().catch(() => {}))
}

/** Tries again while the worker does not install, because a network that answers for our server is soon another one. */
async function register(): Promise<void> {
  const { installing } = await navigator.serviceWorker.register('/service-worker.js')
  installing?.addEventListener('statechange', () => {
    if (installing.state === 'redundant') setTimeout(() => void register().catch(() => {}), againMs)
  })
}
