import type { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { keptFamily } from './leave.ts'
import { keptSinceAtom, liveStatusAtom } from './live-status.ts'
import { serverNow } from './server-clock.ts'

const address = '/kept-family'
const everyMs = 60_000

type Kept = {
  /** When it was what the family had. */
  at: string
  /** The build that wrote it: another one may understand it differently. */
  build: string
  parts: [key: readonly unknown[], data: unknown][]
}

/** Writes down what this device knows of the family, every minute and when it is put aside, as long as that is what the family has. */
export function keepFamily(client: QueryClient): () => void {
  const keep = () => {
    if (getDefaultStore().get(liveStatusAtom).state === 'live') void write(client).catch(() => {})
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') keep()
  }
  const stopWaiting = getDefaultStore().sub(liveStatusAtom, keep)
  const timer = setInterval(keep, everyMs)
  document.addEventListener('visibilitychange', onHidden)
  keep()
  return () => {
    stopWaiting()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
  }
}

/** Brings back what was written down, for a page that reaches nobody; answers whether there was anything. */
export async function restoreFamily(client: QueryClient): Promise<boolean> {
  const answer = await storage()?.match(address, { cacheName: keptFamily })
  // Written by ourselves, of this very build.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const kept = (await answer?.json()) as Kept | undefined
  if (kept === undefined || kept.build !== build()) return false
  getDefaultStore().set(keptSinceAtom, new Date(kept.at))
  for (const [key, data] of kept.parts) client.setQueryData(key, data, { updatedAt: Date.parse(kept.at) })
  return true
}

async function write(client: QueryClient): Promise<void> {
  const parts = client
    .getQueryCache()
    .findAll({ predicate: ({ state }) => state.status === 'success' })
    .map(({ queryKey, state }): Kept['parts'][number] => [queryKey, state.data])
  const kept: Kept = { at: new Date(serverNow()).toISOString(), build: build(), parts }
  await (await storage()?.open(keptFamily))?.put(address, new Response(JSON.stringify(kept)))
}

const storage = (): CacheStorage | undefined => ('caches' in globalThis ? caches : undefined)

const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
