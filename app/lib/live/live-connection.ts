import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { FamilyEvent, LiftEvent, liftEventName } from '#domain/contract/events.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { createPresenceThrottle, membersPresent } from './presence.ts'
import type { RealtimeAccess } from '#domain/contract/auth.ts'
import { onWake } from '#app/lib/device/wake.ts'
import { startPolling } from './poll.ts'
import type { LiveStatus } from './live-status.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { supabaseAt } from './supabase.ts'

export type LiveHandlers = {
  onStatus: (status: LiveStatus) => void
  onEvent: (event: FamilyEvent) => void
  onLift: (lift: LiftEvent) => void
  /** Who is here now, whenever somebody comes or goes. */
  onPresent: (members: ReadonlySet<MemberId>) => void
  /** The server knows this session or its family no more: nothing is tried again. */
  onRefused: (code: 'not_signed_in' | 'not_found') => void
  /** Both channels are joined, for the first time or again: events of before were missed. */
  onJoined: () => void
  /** Reads what was missed, because sockets are blocked; rejects when the server was not reached. */
  onPoll: () => Promise<void>
}

export type LiveConnection = {
  /** Sends the others that a card is dragged on this device, or no longer. */
  lift: (lift: LiftEvent) => void
  /** Sends the others whom this device acts as from now on. */
  actAs: (memberId: MemberId) => void
  stop: () => void
}

/** Milliseconds before the next attempt where none is under way; the last one repeats. */
const pauses = [300, 1000, 2000, 3000]
/** Milliseconds after which another attempt begins beside those under way, whose requests may be lost. */
const besideMs = 2500
/** So many leave each attempt ten seconds, which a slow line needs for all its round trips; browsers open six connections to a host. */
const mostAttempts = 4
/** An attempt as young as this, in milliseconds, is not replaced when the page wakes. */
const youngMs = 1000

/** A token is exchanged this many seconds before it ends, well over one heartbeat. */
const renewBefore = 90

/** Milliseconds in which a socket opens. Chromium opens none to the same host beside one that hangs. */
const socketMs = 3000

/** A page that somebody sees says within 10 s that the server is lost: at the next heartbeat at the latest, and after its answer is overdue. */
const heartbeatMs = 5000
const answerMs = 4000
/** The library ends a connection, and begins another one by itself, when it has had no answer for as long: each is ended here before. */
const libraryMs = 15_000
const never = 2 ** 31 - 1
/** How long the server may be silent while the page sleeps: browsers let a hidden page send one heartbeat a minute. */
const silenceMs = 75_000
/** Milliseconds after which a waking page says that the answer is overdue. */
const probeMs = 2000
/** Milliseconds for which a connection stays open without an answer, because it may be slow and not lost. */
const slowMs = 10_000

/** So many attempts without a socket, although the server gave a token, show that sockets are blocked. */
const blockedAttempts = 2

/**
 * Keeps one live connection to a family's two topics, until stopped. The client library neither rejoins
 * a channel the server closed nor notices a network that is gone; so every loss, of whatever kind,
 * ends the whole connection here and begins a new one. While an attempt hangs, others begin beside it, and the first one that joins stays.
 * @param since When what is on the screen was the family's, if that is some time ago.
 */
export function connectLive(acting: MemberId, handlers: LiveHandlers, since?: Date): LiveConnection {
  const attempts = new Set<Attempt>()
  /** The one that is joined and answers in time. */
  let current: Attempt | undefined
  let here = acting
  let failures = 0
  /** Attempts in a row without a socket, and the token that the next ones use again. */
  let blocked = 0
  let reused: RealtimeAccess | undefined
  let lostSince = since
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopPolling: (() => void) | undefined
  let stopped = false

  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!stopped && current === undefined) timer = setTimeout(begin, ms)
  }
  const onLost = (when = new Date(serverNow())) => {
    current = undefined
    lostSince ??= when
    if (stopPolling === undefined) handlers.onStatus({ state: 'lost', since: lostSince })
  }
  const remove = (attempt: Attempt) => {
    attempts.delete(attempt)
    reused = attempt.end()
    blocked = reused === undefined ? 0 : blocked + 1
  }
  const endPolling = () => {
    stopPolling?.()
    stopPolling = undefined
  }
  const endAttempts = () => {
    clearTimeout(timer)
    attempts.forEach(remove)
    endPolling()
  }
  /** Where http comes through and sockets do not, the family is read again when its revision has moved. */
  const pollIfBlocked = () => {
    if (blocked < blockedAttempts) return
    stopPolling ??= startPolling(handlers.onPoll, (isAnswered) => {
      if (isAnswered) lostSince = new Date(serverNow())
      else lostSince ??= new Date(serverNow())
      handlers.onStatus(isAnswered ? { state: 'polling' } : { state: 'lost', since: lostSince })
    })
  }
  const begin = () => {
    const [oldest] = attempts
    if (oldest !== undefined) onLost()
    if (oldest !== undefined && attempts.size >= mostAttempts) remove(oldest)
    pollIfBlocked()
    const attempt: Attempt = join(handlers, reused, {
      onLive: (isFirst) => {
        current = attempt
        for (const other of attempts) if (other !== attempt) remove(other)
        clearTimeout(timer)
        endPolling()
        failures = blocked = 0
        lostSince = reused = undefined
        handlers.onStatus({ state: 'live' })
        attempt.actAs(here)
        if (isFirst) handlers.onJoined()
      },
      onOverdue: (when) => {
        onLost(when)
        plan(youngMs)
      },
      onLost: (when) => {
        remove(attempt)
        onLost(when)
        if (attempts.size === 0) plan(pauses[Math.min(failures++, pauses.length - 1)] ?? 0)
      },
      onIdle: () => {
        endAttempts()
        onLost()
      },
      onRefused: (status) => {
        end()
        handlers.onRefused(status)
      },
    })
    attempts.add(attempt)
    plan(besideMs)
  }
  const onOffline = () => {
    endAttempts()
    onLost()
    plan(pauses[0] ?? 0)
  }
  // Waking up or coming home is the moment to try again, not the end of the pause; and the end of a rest. A frozen page, or one in the
  // back-forward cache, does not notice the loss, and its next heartbeat is a while away.
  const stopWaking = onWake(() => {
    current?.probe()
    if (current !== undefined || [...attempts].some(({ begunAt }) => performance.now() - begunAt < youngMs)) return
    failures = 0
    endAttempts()
    begin()
  })
  function end() {
    stopped = true
    endAttempts()
    stopWaking()
    window.removeEventListener('offline', onOffline)
  }
  window.addEventListener('offline', onOffline)
  if (since !== undefined) onLost(since)
  begin()

  return {
    lift: (lift) => current?.lift(lift),
    actAs(memberId) {
      here = memberId
      current?.actAs(memberId)
    },
    stop: end,
  }
}

type Outcome = {
  /** Both channels are joined, or an overdue answer has come. */
  onLive: (isFirst: boolean) => void
  /** An answer is overdue, and the connection waits on for it. */
  onOverdue: (answeredAt: Date) => void
  onLost: (when?: Date) => void
  /** The token has run out on a page that nobody sees. */
  onIdle: () => void
  onRefused: LiveHandlers['onRefused']
}

type Attempt = ReturnType<typeof join>

/** One attempt: asks for a token where `known` is none, opens the socket, joins both topics. Calls `onLost`, `onIdle` or `onRefused`, at most once. */
function join(handlers: LiveHandlers, known: RealtimeAccess | undefined, outcome: Outcome) {
  let client: SupabaseClient | undefined
  let devices: RealtimeChannel | undefined
  let access = known
  let joined = false
  let isAsked = false
  let isOverdue = false
  let over = false
  let answeredAt = new Date(serverNow())
  let probe: ReturnType<typeof setTimeout> | undefined
  const presence = createPresenceThrottle((present) => void devices?.track(present))
  const lost = (when?: Date) => {
    if (!over) outcome.onLost(when)
  }
  const onAnswer = () => {
    answeredAt = new Date(serverNow())
    clearTimeout(probe)
    probe = undefined
    isAsked = false
    if (isOverdue) outcome.onLive(false)
    isOverdue = false
  }
  /** Sends a heartbeat, unless one has no answer yet: the library would take a second one for the end. */
  const beat = () => {
    if (joined && !over && !isAsked) void client?.realtime.sendHeartbeat()
  }
  const beats = setInterval(beat, heartbeatMs)
  const expectAnswer = (withinMs: number) => {
    clearTimeout(probe)
    probe = setTimeout(() => {
      isOverdue = true
      probe = setTimeout(lost, slowMs - withinMs, answeredAt)
      outcome.onOverdue(answeredAt)
    }, withinMs)
  }
  const isFresh = ({ expiresAt }: RealtimeAccess) => Date.parse(expiresAt) - serverNow() >= renewBefore * 1000

  const open = async () => {
    if (access === undefined || !isFresh(access)) access = await call('realtimeAccess')
    let held = access
    if (over) return
    client = supabaseAt(access, {
      realtime: {
        heartbeatIntervalMs: libraryMs,
        reconnectAfterMs: () => never,
        heartbeatCallback: (status) => {
          if (over) return
          isAsked ||= status === 'sent'
          if (status === 'ok') onAnswer()
          else if (status === 'sent' && joined && probe === undefined && document.visibilityState === 'visible') expectAnswer(answerMs)
        },
      },
      accessToken: async () => {
        if (over || isFresh(held)) return held.token
        // A tab left open renews nothing for months; it reads what happened when it is looked at.
        if (document.visibilityState === 'hidden' && joined) outcome.onIdle()
        else held = await call('realtimeAccess')
        return held.token
      },
    })
    setTimeout(() => {
      if (client?.realtime.isConnected() === false) lost()
    }, socketMs)
    // A private topic is joined with the token that is known at this moment.
    await client.realtime.setAuth()
    if (over) return
    const family = client.channel(access.topic, { config: { private: true } })
    family.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => {
      // An event that this version of the app does not know is for a newer one.
      const known = FamilyEvent.safeParse({ ...(payload as object), type: event })
      if (!over && known.success) handlers.onEvent(known.data)
    })
    // No key of ours: the live service gives each device one of its own.
    const others = client.channel(access.devicesTopic, { config: { private: true } })
    devices = others
    others.on('presence', { event: 'sync' }, () => {
      if (!over) handlers.onPresent(membersPresent(others.presenceState()))
    })
    others.on('broadcast', { event: liftEventName }, ({ payload }: { payload?: unknown }) => {
      const lift = LiftEvent.safeParse(payload)
      if (!over && lift.success) handlers.onLift(lift.data)
    })
    const channels = [family, others]
    const waitedFor = new Set(channels)
    for (const channel of channels) {
      channel.subscribe((status) => {
        if (over) return
        if (status !== 'SUBSCRIBED') return lost()
        waitedFor.delete(channel)
        if (joined || waitedFor.size > 0) return
        joined = true
        onAnswer()
        return outcome.onLive(true)
      })
    }
  }
  open().catch((error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined
    if (!over && (code === 'not_signed_in' || code === 'not_found')) outcome.onRefused(code)
    else lost()
  })

  return {
    begunAt: performance.now(),
    lift(lift: LiftEvent) {
      // Before the join the library would send it over HTTP.
      if (joined && !over) void devices?.send({ type: 'broadcast', event: liftEventName, payload: lift })
    },
    actAs(memberId: MemberId) {
      // Before the join nothing can be sent; the join itself sends it.
      if (joined && !over) presence.track({ memberId })
    },
    /** Asks the server whether it still answers. Where it has been silent for long, or stays so, the connection is lost. */
    probe() {
      if (serverNow() - answeredAt.getTime() > silenceMs) return lost(answeredAt)
      expectAnswer(probeMs)
      return beat()
    },
    /** Ends the attempt; returns its token when only the socket did not come about. */
    end(): RealtimeAccess | undefined {
      if (over) return undefined
      over = true
      clearTimeout(probe)
      clearInterval(beats)
      presence.end()
      const isBlocked = !joined && client?.realtime.isConnected() === false
      // Also when the client was only just made: an unused one has nothing to disconnect.
      void client?.realtime.disconnect()
      return isBlocked ? access : undefined
    },
  }
}
