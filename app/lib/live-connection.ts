import { RealtimeClient } from '@supabase/realtime-js'
import type { RealtimeChannel } from '@supabase/realtime-js'
import { FamilyEvent, LiftEvent, liftEventName } from '#domain/contract/events.ts'
import type { RealtimeAccess } from '#domain/contract/auth.ts'
import { call } from './api-client.ts'
import type { LiveStatus } from './live-status.ts'

export type LiveHandlers = {
  onStatus: (status: LiveStatus) => void
  onEvent: (event: FamilyEvent) => void
  onLift: (lift: LiftEvent) => void
  /** The channel is joined, for the first time or again: whatever happened before was not heard. */
  onJoined: () => void
}

export type LiveConnection = {
  /** Tells the others that this device holds a card, or has let go of it. */
  lift: (lift: LiftEvent) => void
  stop: () => void
}

// Milliseconds before each further try; the last one repeats.
const pauses = [300, 1000, 2000, 5000, 10_000]

// A token is exchanged this many seconds before it ends, well over one heartbeat.
const renewBefore = 90

/**
 * Keeps one live connection to a family's topic, until stopped. The client library neither rejoins
 * a channel the server closed nor notices a network that is gone; so every loss, of whatever kind,
 * ends the whole connection here and begins a new one.
 */
export function connectLive(handlers: LiveHandlers): LiveConnection {
  let attempt: { end: () => void; lift: (lift: LiftEvent) => void } | undefined
  let failures = 0
  let lostSince: Date | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const lost = () => {
    if (stopped || timer !== undefined) return
    attempt?.end()
    attempt = undefined
    lostSince ??= new Date()
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
        handlers.onJoined()
      },
      onLost: lost,
    })
  }
  // Waking up or coming home is the moment to try again, not the end of the pause.
  const hurry = () => {
    if (document.visibilityState === 'hidden' || timer === undefined) return
    failures = 0
    begin()
  }
  window.addEventListener('online', hurry)
  window.addEventListener('offline', lost)
  document.addEventListener('visibilitychange', hurry)
  begin()

  return {
    lift: (lift) => attempt?.lift(lift),
    stop() {
      stopped = true
      clearTimeout(timer)
      attempt?.end()
      window.removeEventListener('online', hurry)
      window.removeEventListener('offline', lost)
      document.removeEventListener('visibilitychange', hurry)
    },
  }
}

type Outcome = { onJoined: () => void; onLost: () => void }

/** One try: asks for a token, opens the socket, joins the topic. Calls `onLost` at most once. */
function join(handlers: LiveHandlers, outcome: Outcome) {
  let client: RealtimeClient | undefined
  let channel: RealtimeChannel | undefined
  let over = false
  const lost = () => {
    if (!over) outcome.onLost()
  }

  const open = async () => {
    let access = await call('realtimeAccess')
    if (over) return
    client = new RealtimeClient(socketUrl(access), {
      params: { apikey: access.publishableKey },
      heartbeatIntervalMs: 20_000,
      accessToken: async () => {
        if (Date.parse(access.expiresAt) - Date.now() < renewBefore * 1000) access = await call('realtimeAccess')
        return access.token
      },
    })
    // A private topic is joined with the token that is known at this moment.
    await client.setAuth()
    if (over) return
    channel = client.channel(access.topic, { config: { private: true } })
    channel.on('broadcast', { event: '*' }, ({ event, payload }: { event: string; payload?: unknown }) => {
      if (!over) receive(handlers, event, payload)
    })
    channel.subscribe((status) => {
      if (over) return
      if (status === 'SUBSCRIBED') outcome.onJoined()
      else lost()
    })
  }
  open().catch(lost)

  return {
    lift: (lift: LiftEvent) => void channel?.send({ type: 'broadcast', event: liftEventName, payload: lift }),
    end() {
      over = true
      // Also when the client was only just made: an unused one has nothing to disconnect.
      void client?.disconnect()
    },
  }
}

function receive(handlers: LiveHandlers, event: string, payload: unknown): void {
  if (event === liftEventName) {
    const lift = LiftEvent.safeParse(payload)
    if (lift.success) handlers.onLift(lift.data)
    return
  }
  // News this version of the app does not know is for a newer one.
  const known = FamilyEvent.safeParse({ ...(payload as object), type: event })
  if (known.success) handlers.onEvent(known.data)
}

function socketUrl(access: RealtimeAccess): string {
  const url = new URL(access.url, window.location.origin)
  url.protocol = url.protocol.replace('http', 'ws')
  return url.href
}
