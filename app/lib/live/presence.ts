import { MemberId } from '#domain/contract/ids.ts'

/** The presence payload of a device. */
export type Present = { memberId: MemberId }

/** The members in a presence state; a member on three devices counts once. */
export function membersPresent(state: Record<string, readonly unknown[]>): ReadonlySet<MemberId> {
  const entries = Object.values(state).flat() as ({ memberId?: unknown } | null)[]
  return new Set(entries.flatMap((entry) => MemberId.safeParse(entry?.memberId).data ?? []))
}

// The live service closes a channel at the sixth call within 30 seconds; one is left in reserve.
const mostCalls = 4
const windowMs = 30_000

/**
 * Returns a throttle for this device's presence: sends at once within the live service's limit, otherwise the latest
 * value as soon as the limit allows. `end` drops a value that was not sent yet.
 */
export function createPresenceThrottle(send: (present: Present) => void) {
  let sentAt: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: Present | undefined
  const flush = () => {
    timer = undefined
    if (current === undefined) return
    const now = Date.now()
    sentAt = sentAt.filter((at) => now - at < windowMs)
    const [first] = sentAt
    if (sentAt.length < mostCalls || first === undefined) {
      sentAt.push(now)
      send(current)
    } else timer = setTimeout(flush, first + windowMs - now)
  }
  return {
    track: (present: Present) => {
      if (present.memberId === current?.memberId) return
      current = present
      if (timer === undefined) flush()
    },
    end: () => clearTimeout(timer),
  }
}
