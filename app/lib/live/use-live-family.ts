import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { FamilyEvent, LiftEvent } from '#domain/contract/events.ts'
import type { FamilyId, MemberId, QuestId } from '#domain/contract/ids.ts'
import { isBehind, isImplausibleRevision } from '#domain/rules/family-state.ts'
import { keyOf } from '#app/lib/api/api-client.ts'
import { importWithRetry } from '#app/state/import-with-retry.ts'
import { store } from '#app/state/store.ts'
import { retryNow } from '#app/lib/api/fetch-bytes.ts'
import { refetchFailed } from '#app/lib/api/refetch-failed.ts'
import { applyEvents, serverState } from '#app/lib/state/family-store.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import type { SessionEndReason } from '#app/lib/session/end-session.ts'
import type { LiveConnection } from './live-connection.ts'
import { offlineSinceAtom, remoteDragsAtom, liveStatusAtom } from './live-status.ts'
import { readFamilyAgain } from '#app/lib/api/queries.ts'
import { refreshSession, sessionOf } from '#app/lib/session/session.ts'
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
    const events = trackRevisions(client, () => batchDelay.current)
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
            // Clears drags, because their ends were missed while offline.
            setDrags(new Map())
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
            await readFamilyAgain(client)
            store.set(offlineSinceAtom, undefined)
          },
          onLift,
          // A member who disconnects during a drag never reports its end.
          onPresent: (members) => setDrags((known) => new Map([...known].filter(([, holder]) => members.has(holder)))),
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
    }
  }, [client, familyId, setStatus, setDrags])
}

/** Polls until the device no longer acts as that member; rejects when its session has ended. */
const untilRemoved = (client: QueryClient, memberId: MemberId) =>
  pollSession(client, () => sessionOf(client)?.actingMember !== memberId)

/** Polls until this device, which was signed out, is refused: then its session ends here. */
const untilRefused = (client: QueryClient) => void pollSession(client, () => false).catch(() => {})

/** Reads the session until `isDone`, because an event can arrive before its change is read. */
async function pollSession(client: QueryClient, isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await refreshSession(client)
    if (isDone()) return
    await new Promise((resolve) => setTimeout(resolve, recheckMs))
  }
}

/** Applies the family's events, and reads the family again when one was missed. */
function trackRevisions(client: QueryClient, batchMs: () => number) {
  /** Reads in the background; after a failure the next event or the next join reads again. */
  const refresh = () => void readFamilyAgain(client).catch(() => {})

  const apply = (events: readonly FamilyEvent[]) => {
    const complete = serverState().readAt?.completeTo ?? 0
    // An implausibly high revision would block all later changes, so it is checked with the server.
    const plausible = events.filter(({ revision }) => !isImplausibleRevision(complete, revision))
    if (plausible.length > 0) applyEvents(plausible)
    const latest = Math.max(...plausible.map(({ revision }) => revision))
    if (plausible.length < events.length || isBehind(serverState(), latest)) refresh()
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
    onJoined() {
      retryNow()
      void refetchFailed(client)
      refresh()
    },
  }
}
