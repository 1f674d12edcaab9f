import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { FamilyEvent, LiftEvent, liftEventName } from '#domain/contract/events.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { ApiError } from '#app/lib/api/api-error.ts'
import { createPresenceThrottle, membersPresent } from './presence.ts'
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
  onRefused: (status: 401 | 404) => void
  /** Both channels are joined, for the first time or again: events of before were missed. */
  onJoined: () => void
}

export type LiveConnection = {
  /** Sends the others that a card is dragged on this device, or no longer. */
  lift: (lift: LiftEvent) => void
  /** Sends the others whom this device acts as from now on. */
  actAs: (memberId: MemberId) => void
  stop: () => void
}

// Milliseconds before each further try; the last one repeats.
const pauses = [300, 1000, 2000, 5000, 10_000]

// A token is exchanged this many seconds before it ends, well over one heartbeat.
const renewBefore = 90

/** A page that somebody sees says within 10 s that the server is lost: at the next heartbeat at the latest, and after its answer is overdue. */
const heartbeatMs = 5000
const answerMs = 4000
/** How long the server may be silent while the page sleeps: browsers let a hidden page send one heartbeat a minute. */
const silenceMs = 75_000
/** How long a waking page waits for an answer. */
const probeMs = 2000

/**
 * Keeps one live connection to a family's two topics, until stopped. The client library neither rejoins
 * a channel the server closed nor notices a network that is gone; so every loss, of whatever kind,
 * ends the whole connection here and begins a new one.
 * @param since When what is on the screen was the family's, if that is some time ago.
 */
export function connectLive(acting: MemberId, handlers: LiveHandlers, since?: Date): LiveConnection {
  let attempt: ReturnType<typeof join> | undefined
  let here = acting
  let failures = 0
  let lostSince = since
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const lost = (when = new Date(serverNow())) => {
    if (stopped || timer !== undefined) return
    attempt?.end()
    attempt = undefined
    lostSince ??= when
    handlers.onStatus({ state: 'lost', since: lostSince })
    timer = setTimeout(begin, pauses[Math.min(failures, pauses.length - 1)])
    failures++
  }
  const begin = () => {
    clearTimeout(timer)
    timer = undefined
    attempt = join(handlers, {
      onJoined: () => {
        failures = 0
        lostSince = undefined
        handlers.onStatus({ state: 'live' })
        attempt?.actAs(here)
        handlers.onJoined()
      },
      onLost: lost,
      onIdle: () => {
        lostSince ??= new Date(serverNow())
        handlers.onStatus({ state: 'lost', since: lostSince })
        attempt?.end()
        attempt = undefined
      },
      onRefused: (status) => {
        end()
        handlers.onRefused(status)
      },
    })
  }
  // Waking up or coming home is the moment to try again, not the end of the pause; and the end of a rest.
  const reconnectNow = () => {
    if (document.visibilityState === 'hidden' || attempt !== undefined) return
    failures = 0
    begin()
  }
  const onOffline = () => lost()
  // A frozen page, or one in the back-forward cache, does not notice the loss, and its next heartbeat is a while away.
  const onWake = () => {
    if (document.visibilityState === 'hidden') return
    attempt?.probe()
    reconnectNow()
  }
  function end() {
    stopped = true
    clearTimeout(timer)
    attempt?.end()
    window.removeEventListener('online', reconnectNow)
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('pageshow', onWake)
    document.removeEventListener('visibilitychange', onWake)
  }
  window.addEventListener('online', reconnectNow)
  window.addEventListener('offline', onOffline)
  window.addEventListener('pageshow', onWake)
  document.addEventListener('visibilitychange', onWake)
  begin()

  return {
    lift: (lift) => attempt?.lift(lift),
    actAs(memberId) {
      here = memberId
      attempt?.actAs(memberId)
    },
    stop: end,
  }
}

type Outcome = {
  onJoined: () => void
  onLost: (when?: Date) => void
  /** The token has run out on a page that nobody sees. */
  onIdle: () => void
  onRefused: LiveHandlers['onRefused']
}

/** One try: asks for a token, opens the socket, joins both topics. Calls `onLost`, `onIdle` or `onRefused`, at most once. */
function join(handlers: LiveHandlers, outcome: Outcome) {
  let client: SupabaseClient | undefined
  let devices: RealtimeChannel | undefined
  let joined = false
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
  }
  const expectAnswer = (withinMs: number) => {
    clearTimeout(probe)
    probe = setTimeout(() => lost(answeredAt), withinMs)
  }

  const open = async () => {
    let access = await call('realtimeAccess')
    if (over) return
    client = supabaseAt(access, {
      realtime: {
        heartbeatIntervalMs: heartbeatMs,
        heartbeatCallback: (status) => {
          if (status === 'ok') onAnswer()
          else if (status === 'sent' && joined && probe === undefined && document.visibilityState === 'visible') expectAnswer(answerMs)
        },
      },
      accessToken: async () => {
        if (Date.parse(access.expiresAt) - serverNow() >= renewBefore * 1000 || over) return access.token
        // A tab left open renews nothing for months; it reads what happened when it is looked at.
        if (document.visibilityState === 'hidden' && joined) outcome.onIdle()
        else access = await call('realtimeAccess')
        return access.token
      },
    })
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
        return outcome.onJoined()
      })
    }
  }
  open().catch((error: unknown) => {
    const status = error instanceof ApiError ? error.status : undefined
    if (!over && (status === 401 || status === 404)) outcome.onRefused(status)
    else lost()
  })

  return {
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
      if (!joined) return undefined
      expectAnswer(probeMs)
      return void client?.realtime.sendHeartbeat()
    },
    end() {
      over = true
      clearTimeout(probe)
      presence.end()
      // Also when the client was only just made: an unused one has nothing to disconnect.
      void client?.realtime.disconnect()
    },
  }
}
