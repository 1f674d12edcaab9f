/** Lets the app open without a network, once the page is done with everything else. Not while it is being built: there is nothing to keep then. */
export function keepApp(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Where the browser refuses, as in some private windows, the app needs its network.
  window.addEventListener('load', () => void navigator.serviceWorker.register('/service-worker.js').catch(() => {}))
}
