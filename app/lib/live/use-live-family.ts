import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { FamilyEvent, LiftEvent } from '#domain/contract/events.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { isImplausibleRevision, isGap } from '#domain/rules/family-state.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { store } from '#app/state/store.ts'
import { tryAgainNow } from '#app/lib/api/attempts.ts'
import { refetchFailed } from '#app/lib/api/refetch-failed.ts'
import { applyEvents, serverState } from '#app/lib/state/family-store.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import type { Farewell } from '#app/lib/session/leave.ts'
import type { LiveConnection } from './live-connection.ts'
import { keptSinceAtom, remoteDragsAtom, liveStatusAtom, presentMembersAtom } from './live-status.ts'
import { myFamiliesQuery, refetchFamily, rewardsQuery } from '#app/lib/api/queries.ts'
import { leaveRefused } from '#app/lib/session/refused.ts'

const connectionAtom = atom<LiveConnection | undefined>(undefined)

/** Sends the family's other screens that a card is dragged here, or no longer; nothing is sent while the connection is lost. */
export function broadcastDrag(lift: LiftEvent): void {
  store.get(connectionAtom)?.lift(lift)
}

/** Milliseconds for which events are batched, so that a burst renders once. A child's pictures take long to render. */
const batchMs = { parent: 0, kid: 24 }

/** Milliseconds between two reads of whom this device acts as. */
const recheckMs = 100

/** Applies the family's events while the component that asks is on the screen, and shares with the other devices who acts here. */
export function useLiveFamily(familyId: FamilyId, acting: MemberId, room: 'parent' | 'kid'): void {
  const client = useQueryClient()
  const setStatus = useSetAtom(liveStatusAtom)
  const setDrags = useSetAtom(remoteDragsAtom)
  const setPresent = useSetAtom(presentMembersAtom)
  const here = useRef(acting)
  const batchDelay = useRef(batchMs[room])

  useEffect(() => {
    here.current = acting
    store.get(connectionAtom)?.actAs(acting)
  }, [acting])

  useEffect(() => {
    batchDelay.current = batchMs[room]
  }, [room])

  useEffect(() => {
    const keptSince = store.get(keptSinceAtom)
    const events = trackRevisions(client, familyId, keptSince !== undefined, () => batchDelay.current)
    const lostSince = keptSince ?? new Date(serverNow())
    let stopped = false
    let stopKeeping = () => {}
    const onLift = (lift: LiftEvent) =>
      setDrags((known) => {
        const next = new Map(known)
        if (lift.lifted) next.set(lift.questId, lift.memberId)
        else next.delete(lift.questId)
        return next
      })
    const onGone = (farewell: Farewell) => leaveRefused(client, farewell)
    const begin = async () => {
      // Its own chunk: the board is on the screen before the live connection is made.
      const fetchCode = () => Promise.all([import('./live-connection.ts'), import('#app/lib/offline/kept-family.ts')])
      const [{ connectLive }, { keepFamily }] = await importWithRetry(fetchCode, () => {
        if (!stopped) setStatus({ state: 'lost', since: lostSince })
        return !stopped
      })
      if (stopped) return
      stopKeeping = keepFamily(client)
      const connection = connectLive(
        here.current,
        {
          onStatus: (status) => {
            setStatus(status)
            if (status.state === 'live') return
            // Whoever dragged a card then may have dropped it since.
            setDrags(new Map())
            setPresent(new Set())
          },
          onEvent: (event) => {
            if (event.type === 'family.deleted') {
              if (event.familyId === familyId) onGone('family-deleted')
            } else if (event.type === 'member.deleted') {
              // With a member end the sessions that acted as it: a refused device leaves before its screen asks who is here. Every
              // device asks, because another tab of this browser may have chosen that member.
              const isMine = event.memberId === here.current
              if (!isMine) events.onEvent(event)
              untilRemoved(client, event.memberId).then(
                () => isMine && events.onEvent(event),
                () => {},
              )
            } else {
              events.onEvent(event)
            }
          },
          onRefused: (code) => onGone(code === 'not_found' ? 'family-deleted' : 'signed-out'),
          onJoined: () => {
            store.set(keptSinceAtom, undefined)
            events.onJoined()
          },
          onPoll: async () => {
            await events.onPoll()
            store.set(keptSinceAtom, undefined)
          },
          onLift,
          onPresent: (members) => {
            setPresent(members)
            // Whoever went while holding a card never says that they have let go of it.
            setDrags((known) => new Map([...known].filter(([, holder]) => members.has(holder))))
          },
        },
        keptSince,
      )
      store.set(connectionAtom, connection)
    }
    // Rejects only when this has ended.
    begin().catch(() => {})
    return () => {
      stopped = true
      events.stop()
      stopKeeping()
      store.get(connectionAtom)?.stop()
      store.set(connectionAtom, undefined)
      setStatus({ state: 'connecting' })
      setDrags(new Map())
      setPresent(new Set())
    }
  }, [client, familyId, setStatus, setDrags, setPresent])
}

/** Resolves once the server reads that this device acts as that member no more; rejects when its session has ended. An event can be faster than both. */
async function untilRemoved(client: QueryClient, memberId: MemberId): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const families = await client.fetchQuery({ ...myFamiliesQuery(), staleTime: 0 })
    if (families.every(({ activeMemberId }) => activeMemberId !== memberId)) return
    await new Promise((resolve) => setTimeout(resolve, recheckMs))
  }
}

/** Applies the family's events, and reads the family again when events were missed, or when what is shown is old from the beginning. */
function trackRevisions(client: QueryClient, familyId: FamilyId, isOffline: boolean, batchMs: () => number) {
  let seen = serverState().family?.revision ?? 0
  let isStale = isOffline
  let hasJoined = false

  /** Reads the whole family; it stays stale where that fails. */
  const refetchAll = async () => {
    isStale = true
    await refetchFamily(client)
    isStale = false
  }
  /** Asks the server for the family's revision, and reads the family again when more has happened than was seen. */
  const compare = async () => {
    const families = await client.fetchQuery({ ...myFamiliesQuery(), staleTime: 0 })
    const revision = families.find((membership) => membership.family.id === familyId)?.family.revision ?? 0
    const missed = isStale || revision > seen
    seen = Math.max(seen, revision)
    if (missed) await refetchAll()
  }
  /** Does the same in the background: after a read that fails, the next event or the next join reads again. */
  const refresh = (read: () => Promise<void>) => void read().catch(() => (isStale = true))

  const apply = (events: readonly FamilyEvent[]) => {
    const plausible: FamilyEvent[] = []
    let missed = false
    for (const event of events) {
      // Believed, it would outlast every true change; the server says what is true.
      if (isImplausibleRevision(seen, event.revision)) {
        isStale = true
        refresh(compare)
        continue
      }
      plausible.push(event)
      missed ||= isGap(seen, event.revision)
      seen = Math.max(seen, event.revision)
    }
    if (plausible.length === 0) return
    applyEvents(plausible)
    if (isStale || missed) refresh(refetchAll)
    else if (plausible.some(isUnread)) void client.invalidateQueries(rewardsQuery(familyId))
  }

  let batch: FamilyEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    const events = batch
    batch = []
    apply(events)
  }

  return {
    onEvent(event: FamilyEvent) {
      if (batch.push(event) === 1) timer = setTimeout(flush, batchMs())
    },
    /** Drops the batch: its family is no longer on this page. */
    stop: () => clearTimeout(timer),
    onJoined: () => {
      // At the first join what failed has just been asked for.
      if (hasJoined || isStale) void refetchFailed(client)
      hasJoined = true
      tryAgainNow()
      refresh(compare)
    },
    onPoll: compare,
  }
}

/** Whether an event names a reward without its fields, and no answer had them either. */
function isUnread(event: FamilyEvent): boolean {
  return event.type === 'reward.hidden' && !serverState().rewards.some(({ id, version }) => id === event.rewardId && version >= event.revision)
}
