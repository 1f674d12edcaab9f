import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { FamilyEvent, LiftEvent } from '#domain/contract/events.ts'
import type { FamilyId, MemberId, QuestId } from '#domain/contract/ids.ts'
import { isImplausibleRevision, isGap } from '#domain/rules/family-state.ts'
import { keyOf } from '#app/lib/api/api-client.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { store } from '#app/state/store.ts'
import { retryNow } from '#app/lib/api/fetch-bytes.ts'
import { refetchFailed } from '#app/lib/api/refetch-failed.ts'
import { applyEvents, serverState } from '#app/lib/state/family-store.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import type { SessionEndReason } from '#app/lib/session/end-session.ts'
import type { LiveConnection } from './live-connection.ts'
import { offlineSinceAtom, remoteDragsAtom, liveStatusAtom, presentMembersAtom } from './live-status.ts'
import { refetchFamily, rewardsQuery } from '#app/lib/api/queries.ts'
import { refreshMembership, sessionOf } from '#app/lib/session/session.ts'
import { endRefusedSession } from '#app/lib/session/end-refused-session.ts'

const connectionAtom = atom<LiveConnection | undefined>(undefined)

/** Broadcasts the start or end of a drag to the family's other screens; does nothing while the connection is lost. */
export function broadcastDrag(questId: QuestId, lifted: boolean): void {
  store.get(connectionAtom)?.lift(questId, lifted)
}

/**
 * Milliseconds for which events are batched, so that a burst renders once. My Bubble waits, because its pictures render
 * slowly.
 */
const batchMs = { parent: 0, kid: 24 }

/** Milliseconds between two reads of the acting member. */
const recheckMs = 100

/**
 * Applies the family's events while the calling component is mounted, and shares the acting member, if any, with the
 * other devices. Screen readers hear what others change, with `of` only about the quests of that member.
 */
export function useLiveFamily(
  familyId: FamilyId,
  acting: MemberId | undefined,
  room: 'parent' | 'kid',
  of?: MemberId,
): void {
  const client = useQueryClient()
  const setStatus = useSetAtom(liveStatusAtom)
  const setDrags = useSetAtom(remoteDragsAtom)
  const setPresent = useSetAtom(presentMembersAtom)
  const here = useRef(acting)
  const batchDelay = useRef(batchMs[room])
  const about = useRef(of)

  useEffect(() => {
    here.current = acting
    store.get(connectionAtom)?.actAs(acting)
  }, [acting])

  useEffect(() => {
    batchDelay.current = batchMs[room]
    about.current = of
  }, [room, of])

  useEffect(() => {
    const offlineSince = store.get(offlineSinceAtom)
    const events = trackRevisions(client, familyId, offlineSince !== undefined, () => batchDelay.current)
    const lostSince = offlineSince ?? new Date(serverNow())
    let stopped = false
    let stopPersisting = () => {}
    let stopNews = () => {}
    const onLift = (lift: LiftEvent) =>
      setDrags((known) => {
        const next = new Map(known)
        if (lift.lifted) next.set(lift.questId, lift.memberId)
        else next.delete(lift.questId)
        return next
      })
    const onSessionEnd = (reason: SessionEndReason) => endRefusedSession(client, reason)
    const begin = async () => {
      // A chunk of its own, because the board renders before the live connection starts.
      const fetchCode = () =>
        Promise.all([
          import('./live-connection.ts'),
          import('#app/lib/offline/offline-cache.ts'),
          import('./family-news.ts'),
        ])
      const [{ connectLive }, { persistFamily }, { followNews }] = await importWithRetry(fetchCode, () => {
        if (!stopped) setStatus({ state: 'lost', since: lostSince })
        return !stopped
      })
      if (stopped) return
      stopPersisting = persistFamily(client)
      stopNews = followNews(() => about.current)
      const connection = connectLive(
        here.current,
        {
          onStatus: (status) => {
            setStatus(status)
            if (status.state === 'live') return
            // Clears drags and presence, because their ends were missed while offline.
            setDrags(new Map())
            setPresent(new Set())
          },
          onEvent: (event) => {
            if (event.type === 'family.deleted') {
              if (event.familyId === familyId) onSessionEnd('family-deleted')
            } else if (event.type === 'member.deleted') {
              // The sessions that acted as a removed member end: their devices leave before their screen asks for
              // another member. Each device checks, because another tab of this browser may have chosen that member.
              const isMine = event.memberId === here.current
              if (!isMine) events.onEvent(event)
              untilRemoved(client, event.memberId).then(
                () => isMine && events.onEvent(event),
                () => {},
              )
            } else if (event.type === 'devices.changed') {
              events.onEvent(event)
              if (event.endedId !== null && event.endedId === sessionOf(client)?.device?.id) untilRefused(client)
              else void client.invalidateQueries({ queryKey: keyOf('devices', { familyId }) })
            } else {
              events.onEvent(event)
            }
          },
          onRefused: onSessionEnd,
          onJoined: () => {
            store.set(offlineSinceAtom, undefined)
            events.onJoined()
          },
          onPoll: async () => {
            await events.onPoll()
            store.set(offlineSinceAtom, undefined)
          },
          onLift,
          onPresent: (members) => {
            setPresent(members)
            // A member who disconnects during a drag never reports its end.
            setDrags((known) => new Map([...known].filter(([, holder]) => members.has(holder))))
          },
        },
        offlineSince,
      )
      store.set(connectionAtom, connection)
    }
    // Rejects only after unmount.
    begin().catch(() => {})
    return () => {
      stopped = true
      events.stop()
      stopPersisting()
      stopNews()
      store.get(connectionAtom)?.stop()
      store.set(connectionAtom, undefined)
      setStatus({ state: 'connecting' })
      setDrags(new Map())
      setPresent(new Set())
    }
  }, [client, familyId, setStatus, setDrags, setPresent])
}

/** Polls until the device no longer acts as that member; rejects when its session has ended. */
const untilRemoved = (client: QueryClient, memberId: MemberId) =>
  pollSession(client, () => sessionOf(client)?.actingMember !== memberId)

/** Polls until this device, which was signed out, is refused: then its session ends here. */
const untilRefused = (client: QueryClient) => void pollSession(client, () => false).catch(() => {})

/** Reads the membership until `isDone`, because an event can arrive before its change is read. */
async function pollSession(client: QueryClient, isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await refreshMembership(client)
    if (isDone()) return
    await new Promise((resolve) => setTimeout(resolve, recheckMs))
  }
}

/**
 * Applies the family's events, and reads the family again when events were missed, or when the page started from the
 * offline copy.
 */
function trackRevisions(client: QueryClient, familyId: FamilyId, isOffline: boolean, batchMs: () => number) {
  let seen = serverState().family?.revision ?? 0
  let isStale = isOffline
  let hasJoined = false

  /** Reads the whole family; it stays marked as stale when that fails. */
  const refetchAll = async () => {
    isStale = true
    await refetchFamily(client)
    isStale = false
  }
  /** Reads the family's revision, and the family again when the revision is newer than the last one seen. */
  const compare = async () => {
    const family = (await refreshMembership(client))?.family
    const revision = family?.id === familyId ? family.revision : 0
    const missed = isStale || revision > seen
    seen = Math.max(seen, revision)
    if (missed) await refetchAll()
  }
  /** Reads in the background; after a failure the next event or the next join reads again. */
  const refresh = (read: () => Promise<void>) => void read().catch(() => (isStale = true))

  const apply = (events: readonly FamilyEvent[]) => {
    const plausible: FamilyEvent[] = []
    let missed = false
    for (const event of events) {
      // An implausibly high revision would block all later events, so it is checked with the server.
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
    /** Drops the batch, because its family is no longer shown. */
    stop: () => clearTimeout(timer),
    onJoined: () => {
      // At the first join the failed queries have just been tried.
      if (hasJoined || isStale) void refetchFailed(client)
      hasJoined = true
      retryNow()
      refresh(compare)
    },
    onPoll: compare,
  }
}

/** True for an event that hides a reward whose fields no response has brought. */
function isUnread(event: FamilyEvent): boolean {
  return (
    event.type === 'reward.hidden' &&
    !serverState().rewards.some(({ id, version }) => id === event.rewardId && version >= event.revision)
  )
}
