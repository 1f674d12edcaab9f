import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { atom, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { FamilyEvent, LiftEvent } from '#domain/contract/events.ts'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import { isFarAhead, isGap } from '#domain/rules/news.ts'
import { store } from '#app/state/store.ts'
import { askFailedAgain } from '#app/lib/api/ask-failed-again.ts'
import { currentUserQuery } from '#app/lib/session/current-user.ts'
import { aheadMs, hear } from '#app/lib/state/family-news.ts'
import type { Farewell } from '#app/lib/session/leave.ts'
import type { LiveConnection } from './live-connection.ts'
import { keptSinceAtom, liftedElsewhereAtom, liveStatusAtom, presentMembersAtom } from './live-status.ts'
import { myFamiliesQuery } from '#app/lib/api/queries.ts'
import { leaveRefused } from '#app/lib/session/refused.ts'

const connectionAtom = atom<LiveConnection | undefined>(undefined)

/** Tells the other screens of the family; nobody is told while the connection is lost. */
export function tellLift(lift: LiftEvent): void {
  store.get(connectionAtom)?.lift(lift)
}

/** Milliseconds for which news is gathered, so that a burst renders once. A child's pictures take long to render. */
const gatheringMs = { parent: 0, kid: 24 }

/** Keeps what is cached of a family live, as long as the component that asks is on the screen, and tells it who acts here. */
export function useLiveFamily(familyId: FamilyId, acting: MemberId, room: 'parent' | 'kid'): void {
  const client = useQueryClient()
  const setStatus = useSetAtom(liveStatusAtom)
  const setLifted = useSetAtom(liftedElsewhereAtom)
  const setPresent = useSetAtom(presentMembersAtom)
  const here = useRef(acting)
  const gatherMs = useRef(gatheringMs[room])

  useEffect(() => {
    here.current = acting
    store.get(connectionAtom)?.actAs(acting)
  }, [acting])

  useEffect(() => {
    gatherMs.current = gatheringMs[room]
  }, [room])

  useEffect(() => {
    const keptSince = store.get(keptSinceAtom)
    const news = follow(client, familyId, keptSince !== undefined, () => gatherMs.current)
    let stopped = false
    let stopKeeping = () => {}
    const onLift = (lift: LiftEvent) =>
      setLifted((known) => {
        const next = new Map(known)
        if (lift.lifted) next.set(lift.questId, lift.memberId)
        else next.delete(lift.questId)
        return next
      })
    const onGone = (farewell: Farewell) => leaveRefused(client, farewell)
    const begin = async () => {
      // Its own chunk: the board is on the screen before the live connection is made.
      const [{ connectLive }, { keepFamily }] = await Promise.all([import('./live-connection.ts'), import('#app/lib/offline/kept-family.ts')])
      if (stopped) return
      stopKeeping = keepFamily(client)
      const connection = connectLive(
        here.current,
        {
          onStatus: (status) => {
            setStatus(status)
            if (status.state !== 'lost') return
            // Whoever held a card then may have let go of it unheard.
            setLifted(new Map())
            setPresent(new Set())
          },
          onEvent: (event) => {
            if (event.type === 'family.deleted') {
              if (event.familyId === familyId) onGone('family-deleted')
            } else if (event.type === 'member.deleted') {
              // With a member end the sessions that acted as it: a refused device leaves before its screen asks who is here. Every
              // device asks, because another tab of this browser may have chosen that member.
              const isMine = event.memberId === here.current
              if (!isMine) news.onEvent(event)
              untilRemoved(client, event.memberId).then(
                () => isMine && news.onEvent(event),
                () => {},
              )
            } else {
              news.onEvent(event)
            }
          },
          onRefused: (status) => onGone(status === 404 ? 'family-deleted' : 'signed-out'),
          onJoined: () => {
            store.set(keptSinceAtom, undefined)
            news.onJoined()
          },
          onLift,
          onPresent: (members) => {
            setPresent(members)
            // Whoever went while holding a card never says that they have let go of it.
            setLifted((known) => new Map([...known].filter(([, holder]) => members.has(holder))))
          },
        },
        keptSince,
      )
      store.set(connectionAtom, connection)
    }
    void begin()
    return () => {
      stopped = true
      news.stop()
      stopKeeping()
      store.get(connectionAtom)?.stop()
      store.set(connectionAtom, undefined)
      setStatus({ state: 'connecting' })
      setLifted(new Map())
      setPresent(new Set())
    }
  }, [client, familyId, setStatus, setLifted, setPresent])
}

/** Resolves once the server reads that this device acts as that member no more; rejects when its session has ended. News can be faster than both. */
async function untilRemoved(client: QueryClient, memberId: MemberId): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const families = await client.fetchQuery({ ...myFamiliesQuery(), staleTime: 0 })
    if (families.every(({ activeMemberId }) => activeMemberId !== memberId)) return
    await new Promise((resolve) => setTimeout(resolve, aheadMs))
  }
}

/** Counts the revisions heard; fetches the household anew when some went by unheard, or when it `isStale` from the beginning. */
function follow(client: QueryClient, familyId: FamilyId, isStale: boolean, gatherMs: () => number) {
  let seen = revisionOf(client, familyId)

  const fetchAnew = async () => {
    isStale = true
    // What a screen shows is fetched anew at once, the rest when a screen next asks for it.
    const apart = [currentUserQuery(), myFamiliesQuery()].map(({ queryKey }) => queryKey[0])
    await client.invalidateQueries({ predicate: ({ queryKey }) => !apart.includes(String(queryKey[0])) }, { throwOnError: true })
    isStale = false
  }
  // A fetch that fails leaves it stale: the next news, or the next join, tries again.
  const refresh = () => void fetchAnew().catch(() => {})
  /** Asks the server for the family's revision, and refreshes when more has happened than was heard. */
  const compare = () => {
    const ask = async () => {
      const families = await client.fetchQuery({ ...myFamiliesQuery(), staleTime: 0 })
      const revision = families.find((membership) => membership.family.id === familyId)?.family.revision ?? 0
      const missed = isStale || revision > seen
      seen = Math.max(seen, revision)
      if (missed) refresh()
    }
    void ask().catch(() => {
      isStale = true
    })
  }

  let asking: ReturnType<typeof setTimeout> | undefined
  /** News can be faster than what it tells of: what was asked for because of it, and was not there, is asked for when other connections see it. */
  const askFailedOnceReadable = () => {
    clearTimeout(asking)
    asking = setTimeout(() => void askFailedAgain(client), aheadMs)
  }

  const onEvent = (event: FamilyEvent) => {
    // Believed, it would outlast every true change; the server says what is true.
    if (isFarAhead(seen, event.revision)) {
      isStale = true
      compare()
      return
    }
    hear(client, familyId, event)
    const missed = isStale || isGap(seen, event.revision)
    seen = Math.max(seen, event.revision)
    if (missed) refresh()
    else askFailedOnceReadable()
  }

  let gathered: FamilyEvent[] = []
  let gathering: ReturnType<typeof setTimeout> | undefined
  const applyGathered = () => {
    const events = gathered
    gathered = []
    notifyManager.batch(() => events.forEach(onEvent))
  }

  return {
    onEvent(event: FamilyEvent) {
      if (gathered.push(event) === 1) gathering = setTimeout(applyGathered, gatherMs())
    },
    /** Drops what is gathered: its family is no longer on this page. */
    stop: () => clearTimeout(gathering),
    onJoined: () => {
      void askFailedAgain(client)
      compare()
    },
  }
}

function revisionOf(client: QueryClient, familyId: FamilyId): number {
  return client.getQueryData(myFamiliesQuery().queryKey)?.find((membership) => membership.family.id === familyId)?.family.revision ?? 0
}
