import type { RealtimeAccess } from '#domain/contract/auth.ts'
import type { MemberId, QuestId } from '#domain/contract/ids.ts'
import { onWake } from '#app/lib/device/on-wake.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { joinLive, type Attempt, type LiveHandlers } from './live-attempt.ts'
import { startPolling } from './poll.ts'

export type LiveConnection = {
  /** Broadcasts that the member this device acts as lifts or drops a quest. */
  lift: (questId: QuestId, lifted: boolean) => void
  /** Broadcasts the member this device acts as from now on; a device that acts as nobody tells nothing. */
  actAs: (memberId: MemberId | undefined) => void
  stop: () => void
}

/** Milliseconds before the next attempt when none is running; the last one repeats. */
const pauses = [300, 1000, 2000, 3000]
/** Milliseconds after which another attempt starts beside the running ones, whose requests may be lost. */
const besideMs = 2500
/**
 * This limit gives each attempt ten seconds, as a slow line needs for its round trips; browsers open six connections to
 * a host.
 */
const mostAttempts = 4
/** Milliseconds within which an attempt is too young to be replaced when the page wakes. */
const youngMs = 1000

/** After this many attempts with a token and without a socket, sockets count as blocked. */
const blockedAttempts = 2

/**
 * Keeps one live connection to a family's two topics, until stopped. Any loss ends the whole connection and starts a
 * new one, because the client library neither rejoins a channel that the server closed nor detects a lost network.
 * @param since When the shown data was last up to date, if it comes from the offline copy.
 */
export function connectLive(acting: MemberId | undefined, handlers: LiveHandlers, since?: Date): LiveConnection {
  const attempts = new Set<Attempt>()
  /** The attempt that is joined and answers in time. */
  let current: Attempt | undefined
  let here = acting
  let failures = 0
  /** Consecutive attempts without a socket, and the token that the next ones reuse. */
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
  /**
   * Starts polling where HTTP works and sockets are blocked: it reads the family again when its revision has changed.
   */
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
        // The first attempt that joins stays.
        for (const other of attempts) if (other !== attempt) remove(other)
        clearTimeout(timer)
        endPolling()
        failures = blocked = 0
        lostSince = reused = undefined
        handlers.onStatus({ state: 'live' })
        if (here !== undefined) attempt.actAs(here)
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
      onRefused: (reason) => {
        end()
        handlers.onRefused(reason)
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
  // Retries when the page wakes instead of after the pause, and ends idling. A frozen page, or one in the back-forward
  // cache, does not notice a loss before its next heartbeat.
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
    lift: (questId, lifted) => here && current?.lift({ questId, memberId: here, lifted }),
    actAs(memberId) {
      here = memberId
      if (memberId !== undefined) current?.actAs(memberId)
    },
    stop: end,
  }
}
