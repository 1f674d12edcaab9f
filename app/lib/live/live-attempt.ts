import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import type { RealtimeAccess } from '#domain/contract/auth.ts'
import { FamilyEvent, LiftEvent, liftEventName } from '#domain/contract/events.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { endReasonOf, type SessionEndReason } from '#app/lib/session/end-session.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import type { LiveStatus } from './live-status.ts'
import { createPresenceThrottle, membersPresent } from './presence.ts'
import { supabaseAt } from './supabase.ts'

export type LiveHandlers = {
  onStatus: (status: LiveStatus) => void
  onEvent: (event: FamilyEvent) => void
  onLift: (lift: LiftEvent) => void
  /** Called with the members online when one comes or goes. */
  onPresent: (members: ReadonlySet<MemberId>) => void
  /** The session or its family no longer exists: nothing is retried. */
  onRefused: (reason: SessionEndReason) => void
  /** Both channels are joined, for the first time or again: earlier events were missed. */
  onJoined: () => void
  /** Reads missed changes, because sockets are blocked; rejects when the server was not reached. */
  onPoll: () => Promise<void>
}

/** Seconds before its expiry at which a token is renewed: well over one heartbeat. */
const renewBefore = 90

/**
 * Milliseconds after which a socket that is not open counts as lost. Chromium opens no other to a host while one hangs.
 */
const socketMs = 3000

/**
 * A visible page reports a lost server within 10 s: one heartbeat interval plus the time after which its answer is
 * overdue.
 */
const heartbeatMs = 5000
const answerMs = 4000
/** After this time without an answer the library reconnects by itself: this code ends the connection before that. */
const libraryMs = 15_000
const never = 2 ** 31 - 1
/** Milliseconds of silence allowed while the page is hidden: browsers limit it to one heartbeat a minute. */
const silenceMs = 75_000
/** Milliseconds after which the answer is overdue on a page that wakes. */
const probeMs = 2000
/** Milliseconds for which a connection stays open without an answer, because it may only be slow. */
const slowMs = 10_000

export type AttemptCallbacks = {
  /** Both channels are joined, or an overdue answer has come. */
  onLive: (isFirst: boolean) => void
  /** An answer is overdue, and the connection waits on for it. */
  onOverdue: (answeredAt: Date) => void
  onLost: (when?: Date) => void
  /** The token has expired on a hidden page. */
  onIdle: () => void
  onRefused: LiveHandlers['onRefused']
}

export type Attempt = ReturnType<typeof joinLive>

/**
 * One attempt: requests a token unless `known` is valid, opens the socket, joins both topics. Calls `onLost`, `onIdle`
 * or `onRefused` at most once.
 */
export function joinLive(handlers: LiveHandlers, known: RealtimeAccess | undefined, callbacks: AttemptCallbacks) {
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
    if (!over) callbacks.onLost(when)
  }
  const onAnswer = () => {
    answeredAt = new Date(serverNow())
    clearTimeout(probe)
    probe = undefined
    isAsked = false
    if (!isOverdue) return
    isOverdue = false
    callbacks.onLive(false)
    reportPresent()
  }
  const reportPresent = () => {
    if (!over && devices !== undefined) handlers.onPresent(membersPresent(devices.presenceState()))
  }
  /** Sends a heartbeat unless one is unanswered, because the library disconnects at a second one. */
  const beat = () => {
    if (joined && !over && !isAsked) void client?.realtime.sendHeartbeat()
  }
  const beats = setInterval(beat, heartbeatMs)
  const expectAnswer = (withinMs: number) => {
    clearTimeout(probe)
    probe = setTimeout(() => {
      isOverdue = true
      probe = setTimeout(lost, slowMs - withinMs, answeredAt)
      callbacks.onOverdue(answeredAt)
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
          else if (status === 'sent' && joined && probe === undefined && document.visibilityState === 'visible')
            expectAnswer(answerMs)
        },
      },
      accessToken: async () => {
        if (over || isFresh(held)) return held.token
        // A hidden tab does not renew its token, perhaps for months; it reads missed changes when it becomes visible.
        if (document.visibilityState === 'hidden' && joined) callbacks.onIdle()
        else held = await call('realtimeAccess')
        return held.token
      },
    })
    setTimeout(() => {
      if (client?.realtime.isConnected() === false) lost()
    }, socketMs)
    // Sets the token first, because joining a private topic uses the current one.
    await client.realtime.setAuth()
    if (over) return
    const family = client.channel(access.topic, { config: { private: true } })
    family.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => {
      // Ignores unknown events, which are meant for newer versions of the app.
      const known = FamilyEvent.safeParse({ ...(payload as object), type: event })
      if (!over && known.success) handlers.onEvent(known.data)
    })
    // Sets no presence key, because the live service gives each device its own.
    const others = client.channel(access.devicesTopic, { config: { private: true } })
    devices = others
    others.on('presence', { event: 'sync' }, reportPresent)
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
        return callbacks.onLive(true)
      })
    }
  }
  open().catch((error: unknown) => {
    const code = error instanceof ApiError ? error.code : undefined
    const reason = code === 'not_found' ? 'family-deleted' : endReasonOf(code)
    if (!over && reason) callbacks.onRefused(reason)
    else lost()
  })

  return {
    begunAt: performance.now(),
    lift(lift: LiftEvent) {
      // Before the join the library would send this over HTTP.
      if (joined && !over) void devices?.send({ type: 'broadcast', event: liftEventName, payload: lift })
    },
    actAs(memberId: MemberId) {
      // Before the join nothing can be sent; the join sends it.
      if (joined && !over) presence.track({ memberId })
    },
    /** Checks that the server still answers. After a long silence, or without an answer, the connection is lost. */
    probe() {
      if (serverNow() - answeredAt.getTime() > silenceMs) return lost(answeredAt)
      expectAnswer(probeMs)
      return beat()
    },
    /** Ends the attempt; returns its token when only the socket failed to open. */
    end(): RealtimeAccess | undefined {
      if (over) return undefined
      over = true
      clearTimeout(probe)
      clearInterval(beats)
      presence.end()
      const isBlocked = !joined && client?.realtime.isConnected() === false
      // Safe also for an unused client, which has nothing to disconnect.
      void client?.realtime.disconnect()
      return isBlocked ? access : undefined
    },
  }
}
