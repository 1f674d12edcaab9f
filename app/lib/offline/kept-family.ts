import type { QueryClient } from '@tanstack/react-query'
import type { FamilyState } from '#domain/rules/family-state.ts'
import { serverState, updateServerState } from '#app/lib/state/family-store.ts'
import { store } from '#app/state/store.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { keptFamily } from '#app/lib/session/leave.ts'
import { keptSinceAtom, liveStatusAtom, type LiveStatus } from '#app/lib/live/live-status.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'

const address = '/kept-family'
const everyMs = 60_000

type Kept = {
  /** When it was what the family had. */
  at: string
  /** The build that wrote it: another one may understand it differently. */
  build: string
  /** What the server had said; a command that was pending is no part of it. */
  state: FamilyState
  queries: [key: readonly unknown[], data: unknown][]
}

/**
 * Writes down what this device knows of the family, as long as that is what the family has: once a minute where it has changed, and until when it was so
 * when the page is put aside or loses the server. Written every minute, a wall that shows the same all day would wear its memory out.
 */
export function keepFamily(client: QueryClient): () => void {
  let written: Known = new Map()
  const write = (at: Date) => {
    written = knownOf(client)
    void writeDown(client, at).catch(() => (written = new Map()))
  }
  const keep = () => {
    if (isCurrent(store.get(liveStatusAtom)) && !isSame(knownOf(client), written)) write(new Date(serverNow()))
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && isCurrent(store.get(liveStatusAtom))) write(new Date(serverNow()))
  }
  let before = store.get(liveStatusAtom)
  const onStatus = () => {
    const status = store.get(liveStatusAtom)
    if (isCurrent(before) && status.state === 'lost') write(status.since)
    else keep()
    before = status
  }
  const stopWaiting = store.sub(liveStatusAtom, onStatus)
  const timer = setInterval(keep, everyMs)
  document.addEventListener('visibilitychange', onHidden)
  keep()
  return () => {
    stopWaiting()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
  }
}

/** True while what is shown is what the family has, or had a moment ago. */
const isCurrent = ({ state }: LiveStatus) => state === 'live' || state === 'polling'

/** Restores what was written down, for a page that reaches nobody; returns whether there was anything, and the server has not answered meanwhile. */
export async function restoreFamily(client: QueryClient): Promise<boolean> {
  const answer = await storage()?.match(address, { cacheName: keptFamily })
  // Written by ourselves, of this very build.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const kept = (await answer?.json()) as Kept | undefined
  if (kept === undefined || kept.build !== build() || client.getQueryData(currentUserQuery().queryKey) !== undefined) return false
  store.set(keptSinceAtom, new Date(kept.at))
  updateServerState(() => kept.state)
  for (const [key, data] of kept.queries) client.setQueryData(key, data, { updatedAt: Date.parse(kept.at) })
  return true
}

/** What was read of each query, and each part of the family. What is read again and is the same, stays the same object. */
type Known = ReadonlyMap<string, unknown>

/** Also what could not be read again, as when the network goes in the middle of that: it is known all the same. */
const readQueries = (client: QueryClient) => client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })

function knownOf(client: QueryClient): Known {
  const { readAt: _, ...parts } = serverState()
  return new Map([...readQueries(client).map(({ queryHash, state }) => [queryHash, state.data] as const), ...Object.entries(parts)])
}

const isSame = (one: Known, other: Known) => one.size === other.size && [...one].every(([hash, data]) => other.get(hash) === data)

async function writeDown(client: QueryClient, at: Date): Promise<void> {
  const queries = readQueries(client).map(({ queryKey, state }): Kept['queries'][number] => [queryKey, state.data])
  const kept: Kept = { at: at.toISOString(), build: build(), state: serverState(), queries }
  await (await storage()?.open(keptFamily))?.put(address, new Response(JSON.stringify(kept)))
}

const storage = (): CacheStorage | undefined => ('caches' in globalThis ? caches : undefined)

const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
