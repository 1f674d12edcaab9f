/**
 * Keeps the app itself on the device, so that it opens without a network; what it shows of the family
 * then is `app/lib/offline/kept-family.ts`'s. Built to one file without imports, beside the page.
 */
type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asking = Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  addEventListener(kind: 'install' | 'activate', listen: (event: Lasting) => void): void
  addEventListener(kind: 'fetch', listen: (event: Asking) => void): void
  skipWaiting(): Promise<void>
  clients: { claim: () => Promise<void> }
}

/** The app's files, the script that its page names, and what tells this build from others: written in here by the build. */
declare const __FILES__: readonly string[]
declare const __ENTRY__: string
declare const __VERSION__: string

// The compiler knows pages; this runs beside one.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const scope = self as unknown as Scope
const kept = `app-${__VERSION__}`
/** Milliseconds without an answer after which the page that is kept is shown, and after which a lost file is asked for again. */
const slowAfter = 1500
const againAfter = 500

/** Content types by extension: a hotel's network, or a host that lacks the file, sends a page of its own with 200. */
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

scope.addEventListener('install', (event) => event.waitUntil(keepApp()))
scope.addEventListener('activate', (event) => event.waitUntil(forgetOthers()))
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET') return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (request.mode === 'navigate' && isScreen(pathname)) event.respondWith(page(request))
})

/** Fails where one answer is not ours; the page registers this worker again later. */
async function keepApp(): Promise<void> {
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

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('app-') && name !== kept) await caches.delete(name)
  await scope.clients.claim()
}

/** A file whose name changes with what is in it is fetched once. */
async function asset(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const known = await keptAnswer(request, pathname)
  if (known) return known
  const answer = await fetchFresh(request)
  if (answer.status === 206) return answer
  if (!(await isOurs(answer, pathname))) return unkept(answer)
  // A device may be full: what has come is shown all the same.
  await (await caches.open(kept)).put(request, answer.clone()).catch(() => {})
  return answer
}

/** Keeps a wrong answer out of the memory cache of the page, which stands before this worker, also when the page is loaded again. */
function unkept({ body, status, statusText, headers }: Response): Response {
  const changed = new Headers(headers)
  changed.set('cache-control', 'no-store')
  return new Response(body, { status, statusText, headers: changed })
}

/** Checks what is read as well, because an older version kept any answer. */
async function keptAnswer(request: Request | string, path: string): Promise<Response | undefined> {
  const answer = await (await caches.open(kept)).match(request)
  return answer && (await isOurs(answer, path)) ? answer : undefined
}

/** Asks past the browser's own cache where that has a wrong answer, or a way to another host: it may keep it for a year. */
async function fetchFresh(request: Request | string): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined)
  const { pathname } = new URL(typeof request === 'string' ? request : request.url, self.location.origin)
  if (answer && (answer.status === 206 || (await isOurs(answer, pathname)))) return answer
  // A line that lost it may be better a moment later.
  if (answer === undefined) await new Promise((resolve) => setTimeout(resolve, againAfter))
  return fetch(request, { cache: 'reload' })
}

/** Whether that is the file of this path, whole and from here. The page is ours if it names the script of this build. */
async function isOurs(answer: Response, path: string): Promise<boolean> {
  if (answer.status !== 200 || answer.redirected || answer.type !== 'basic') return false
  const type = answer.headers.get('content-type') ?? ''
  if (path === '/') return type.startsWith('text/html') && (await answer.clone().text()).includes(__ENTRY__)
  // Many hosts have no type for fonts; both of their formats begin with their name.
  if (/\.woff2?$/.test(path)) return (await answer.clone().text()).startsWith('wOF')
  return typesOf[/\w+$/.exec(path)?.[0] ?? '']?.test(type) ?? false
}

/** The newest page there is; the one kept where none comes, or none in time, or one that is not the app's. */
async function page(request: Request): Promise<Response> {
  const ownPage = () => keptAnswer('/', '/')
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

/** Whether that is the app's page, of whatever build, or leads elsewhere: a hotel's network sends its own, and a proxy says that no server is there. */
async function isAppPage(answer: Response): Promise<boolean> {
  return answer.type === 'opaqueredirect' || /\/assets\/index-[\w-]+\.js/.test(await answer.clone().text())
}

/** What the services answer themselves is no screen of ours. */
function isScreen(pathname: string): boolean {
  return !/^\/(api|objects|mailbox|auth|realtime|storage|functions|rest)(\/|$)/.test(pathname) && !/\.\w+$/.test(pathname)
}
