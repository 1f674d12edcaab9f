import type { QueryClient } from '@tanstack/react-query'
import type { FamilyState } from '#domain/rules/family-state.ts'
import { serverState, updateServerState } from '#app/lib/state/family-store.ts'
import { allowed } from '#app/state/allowed.ts'
import { store } from '#app/state/store.ts'
import { sessionOf } from '#app/lib/session/session.ts'
import { offlineCacheName } from '#app/lib/session/end-session.ts'
import { offlineSinceAtom, liveStatusAtom, type LiveStatus } from '#app/lib/live/live-status.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'

const address = '/kept-family'
const everyMs = 60_000

type OfflineCopy = {
  /** When the data was last current. */
  at: string
  /** The build that wrote it, because another build may read it differently. */
  build: string
  /** The server's state, without pending commands. */
  state: FamilyState
  queries: [key: readonly unknown[], data: unknown][]
}

/**
 * Stores an offline copy of the family while its data is current: once a minute if it has changed, and when the page is
 * hidden or loses the server, with the time until which it was current. Unchanged data is not rewritten, to spare a
 * wall's flash storage.
 */
export function persistFamily(client: QueryClient): () => void {
  let written: Known = new Map()
  const write = (at: Date) => {
    written = knownOf(client)
    void writeCopy(client, at).catch(() => (written = new Map()))
  }
  const writeIfChanged = () => {
    if (isCurrent(store.get(liveStatusAtom)) && !isSame(knownOf(client), written)) write(new Date(serverNow()))
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden' && isCurrent(store.get(liveStatusAtom))) write(new Date(serverNow()))
  }
  let before = store.get(liveStatusAtom)
  const onStatus = () => {
    const status = store.get(liveStatusAtom)
    if (isCurrent(before) && status.state === 'lost') write(status.since)
    else writeIfChanged()
    before = status
  }
  const stopWaiting = store.sub(liveStatusAtom, onStatus)
  const timer = setInterval(writeIfChanged, everyMs)
  document.addEventListener('visibilitychange', onHidden)
  writeIfChanged()
  return () => {
    stopWaiting()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onHidden)
  }
}

/** True while the shown data is current, or was at the last poll. */
const isCurrent = ({ state }: LiveStatus) => state === 'live' || state === 'polling'

/**
 * Restores the offline copy when the server is not reached; returns false without one, or if the server has answered
 * meanwhile.
 */
export async function restoreFamily(client: QueryClient): Promise<boolean> {
  const answer = await storage()?.match(address, { cacheName: offlineCacheName })
  // Written by this code; `build` guards against other versions.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const kept = (await answer?.json()) as OfflineCopy | undefined
  if (kept === undefined || kept.build !== build() || sessionOf(client) !== undefined) return false
  store.set(offlineSinceAtom, new Date(kept.at))
  updateServerState(() => kept.state)
  for (const [key, data] of kept.queries) client.setQueryData(key, data, { updatedAt: Date.parse(kept.at) })
  return true
}

/** The data of each query and each part of the family. Unchanged data keeps its identity when it is read again. */
type Known = ReadonlyMap<string, unknown>

/** Includes queries whose refetch failed, because their earlier data is still valid. */
const readQueries = (client: QueryClient) =>
  client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })

function knownOf(client: QueryClient): Known {
  const { readAt: _, ...parts } = serverState()
  return new Map([
    ...readQueries(client).map(({ queryHash, state }) => [queryHash, state.data] as const),
    ...Object.entries(parts),
  ])
}

const isSame = (one: Known, other: Known) =>
  one.size === other.size && [...one].every(([hash, data]) => other.get(hash) === data)

async function writeCopy(client: QueryClient, at: Date): Promise<void> {
  const queries = readQueries(client).map(({ queryKey, state }): OfflineCopy['queries'][number] => [
    queryKey,
    state.data,
  ])
  const kept: OfflineCopy = { at: at.toISOString(), build: build(), state: serverState(), queries }
  await (await storage()?.open(offlineCacheName))?.put(address, new Response(JSON.stringify(kept)))
}

const storage = (): CacheStorage | undefined => allowed(() => caches)

const build = () => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''
