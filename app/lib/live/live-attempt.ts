import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import type { RealtimeAccess } from '#domain/contract/auth.ts'
import { FamilyEvent, LiftEvent, liftEventName } from '#domain/contract/events.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import type { LiveStatus } from './live-status.ts'
import { createPresenceThrottle, membersPresent } from './presence.ts'
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

export type Outcome = {
  /** Both channels are joined, or an overdue answer has come. */
  onLive: (isFirst: boolean) => void
  /** An answer is overdue, and the connection waits on for it. */
  onOverdue: (answeredAt: Date) => void
  onLost: (when?: Date) => void
  /** The token has run out on a page that nobody sees. */
  onIdle: () => void
  onRefused: LiveHandlers['onRefused']
}

export type Attempt = ReturnType<typeof joinLive>

/** One attempt: asks for a token where `known` is none, opens the socket, joins both topics. Calls `onLost`, `onIdle` or `onRefused`, at most once. */
export function joinLive(handlers: LiveHandlers, known: RealtimeAccess | undefined, outcome: Outcome) {
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
    if (!isOverdue) return
    isOverdue = false
    outcome.onLive(false)
    tellPresent()
  }
  const tellPresent = () => {
    if (!over && devices !== undefined) handlers.onPresent(membersPresent(devices.presenceState()))
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
    others.on('presence', { event: 'sync' }, tellPresent)
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
