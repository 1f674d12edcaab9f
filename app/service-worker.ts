/**
 * Caches the app's files, so that it opens offline; the family's data is stored by `app/lib/offline/offline-cache.ts`.
 * Built to one file without imports, beside the page.
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener(kind: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', listen: (event: Asking) => void): void
  skipWaiting(): Promise<void>
  clients: { claim: () => Promise<void> }
}

/** The app's files, the script of its page, and a hash of this build; inserted by the build. */
declare const __FILES__: readonly string[]
declare const __ENTRY__: string
declare const __VERSION__: string

// The compiler's types are those of a page, not of a service worker.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const scope = self as unknown as Scope
const kept = `app-${__VERSION__}`
/**
 * Milliseconds without a response after which the cached page is shown, and after which a lost file is requested again.
 */
const slowAfter = 1500
const againAfter = 500

/**
 * Content types by extension. A network's sign-in page, or that of a host without the file, also comes with status 200.
 */
const typesOf: Readonly<Record<string, RegExp>> = {
  js: /^(text|application)\/(x-)?javascript/,
  css: /^text\/css/,
  json: /^application\/(\w+\+)?json/,
  svg: /^image\/svg/,
  png: /^image\//,
  webp: /^image\//,
  mp4: /^video\//,
  webm: /^video\//,
}

scope.addEventListener('install', (event) => event.waitUntil(cacheApp()))
scope.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(page(request))
})

/** Fails when a response is not ours; the page then registers this worker again later. */
async function cacheApp(): Promise<void> {
  const cache = await caches.open(kept)
  await Promise.all(
    ['/', ...__FILES__].map(async (path) => {
      const answer = await fetchFresh(path)
      if (!(await isOurs(answer, path))) throw new Error(`${path} was answered with something else`)
      await cache.put(path, answer)
    }),
  )
  await scope.skipWaiting()
}

async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('app-') && name !== kept) await caches.delete(name)
  await scope.clients.claim()
}

/** Returns a file from the cache, or fetches it once: its name changes with its content. */
async function asset(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const known = await cachedAnswer(request, pathname)
  if (known) return known
  const answer = await fetchFresh(request)
  if (answer.status === 206) return answer
  if (!(await isOurs(answer, pathname))) return unkept(answer)
  // Ignores a full device, because the response is usable anyway.
  await (await caches.open(kept)).put(request, answer.clone()).catch(() => {})
  return answer
}

/** Keeps a wrong response out of the page's memory cache, which comes before this worker and survives a reload. */
function unkept({ body, status, statusText, headers }: Response): Response {
  const changed = new Headers(headers)
  changed.set('cache-control', 'no-store')
  return new Response(body, { status, statusText, headers: changed })
}

/** Checks cached responses as well, because an older version cached any response. */
async function cachedAnswer(request: Request | string, path: string): Promise<Response | undefined> {
  const answer = await (await caches.open(kept)).match(request)
  return answer && (await isOurs(answer, path)) ? answer : undefined
}

/** Bypasses the HTTP cache when that holds a wrong response or a redirect to another host, perhaps for a year. */
async function fetchFresh(request: Request | string): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined)
  const { pathname } = new URL(typeof request === 'string' ? request : request.url, self.location.origin)
  if (answer && (answer.status === 206 || (await isOurs(answer, pathname)))) return answer
  // Waits a moment, because the line may recover.
  if (answer === undefined) await new Promise((resolve) => setTimeout(resolve, againAfter))
  return fetch(request, { cache: 'reload' })
}

/** True for the complete file of this path from our origin. The page is ours if it names the script of this build. */
async function isOurs(answer: Response, path: string): Promise<boolean> {
  if (answer.status !== 200 || answer.redirected || answer.type !== 'basic') return false
  const type = answer.headers.get('content-type') ?? ''
  if (path === '/') return type.startsWith('text/html') && (await answer.clone().text()).includes(__ENTRY__)
  // Many hosts send no type for fonts; both formats start with their name.
  if (/\.woff2?$/.test(path)) return (await answer.clone().text()).startsWith('wOF')
  return typesOf[/\w+$/.exec(path)?.[0] ?? '']?.test(type) ?? false
}

/** Returns the server's page; the cached one if none comes, if it comes too late, or if it is not the app's. */
async function page(request: Request): Promise<Response> {
  const ownPage = () => cachedAnswer('/', '/')
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, slowAfter))
  const coming = fetch(request)
  try {
    const answer = await Promise.race([coming, late])
    if (answer && (await isAppPage(answer))) return answer
    return (await ownPage()) ?? (await coming)
  } catch (error) {
    const own = await ownPage()
    if (own) return own
    throw error
  }
}

/**
 * True for the app's page of any build, and for redirects; false for a network's sign-in page, or a proxy's error page.
 */
async function isAppPage(answer: Response): Promise<boolean> {
  return answer.type === 'opaqueredirect' || /\/assets\/index-[\w-]+\.js/.test(await answer.clone().text())
}

/** True for paths of the app; false for those that a service answers, and for files. */
function isScreen(pathname: string): boolean {
  return (
    !/^\/(api|objects|mailbox|auth|realtime|storage|functions|rest)(\/|$)/.test(pathname) && !/\.\w+$/.test(pathname)
  )
}
