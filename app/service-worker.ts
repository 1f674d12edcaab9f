/**
 * Keeps the app itself on the device, so that it opens without a network; what it shows of the family
 * then is `app/lib/kept-family.ts`'s. Built to one file without imports, beside the page.
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener(kind: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', listen: (event: Asking) => void): void
  skipWaiting(): Promise<void>
  clients: { claim: () => Promise<void> }
}

/** The app's files, written in here by the build, and what tells this build from others. */
declare const __FILES__: readonly string[]
declare const __VERSION__: string

// The compiler knows pages; this runs beside one.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const scope = self as unknown as Scope
const kept = `app-${__VERSION__}`
const slowAfter = 4000

scope.addEventListener('install', (event) => event.waitUntil(keepApp()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(page(request))
})

async function keepApp(): Promise<void> {
  const cache = await caches.open(kept)
  await cache.addAll(['/', ...__FILES__])
  await scope.skipWaiting()
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('app-') && name !== kept) await caches.delete(name)
  await scope.clients.claim()
}

/** A file whose name changes with what is in it is fetched once. */
async function asset(request: Request): Promise<Response> {
  const known = await caches.match(request)
  if (known) return known
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(kept)).put(request, answer.clone())
  return answer
}

/** The newest page there is; the one kept where none comes, or none in time. */
async function page(request: Request): Promise<Response> {
  const ownPage = async () => (await caches.open(kept)).match('/')
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, slowAfter))
  const coming = fetch(request)
  try {
    return (await Promise.race([coming, late])) ?? (await ownPage()) ?? (await coming)
  } catch (error) {
    const own = await ownPage()
    if (own) return own
    throw error
  }
}

/** What the services answer themselves is no screen of ours. */
function isScreen(pathname: string): boolean {
  return !/^\/(api|objects|mailbox|auth|realtime|storage|functions|rest)(\/|$)/.test(pathname) && !/\.\w+$/.test(pathname)
}
