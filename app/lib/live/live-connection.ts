import type { RealtimeAccess } from '#domain/contract/auth.ts'
import type { LiftEvent } from '#domain/contract/events.ts'
import type { MemberId } from '#domain/contract/ids.ts'
import { onWake } from '#app/lib/device/wake.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { joinLive, type Attempt, type LiveHandlers } from './live-attempt.ts'
import { startPolling } from './poll.ts'

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
    const attempt: Attempt = joinLive(handlers, reused, {
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
