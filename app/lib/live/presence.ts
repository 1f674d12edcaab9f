import { MemberId } from '#domain/contract/ids.ts'

/** What a device shares of itself with the others. */
export type Present = { memberId: MemberId }

/** Who is here, by the entries of the live service: one member on three devices is one member. */
export function membersPresent(state: Record<string, readonly unknown[]>): ReadonlySet<MemberId> {
  const entries = Object.values(state).flat() as ({ memberId?: unknown } | null)[]
  return new Set(entries.flatMap((entry) => MemberId.safeParse(entry?.memberId).data ?? []))
}

// The live service closes a channel at the sixth call within 30 seconds; one is left in reserve.
const mostCalls = 4
const windowMs = 30_000

/**
 * Returns a throttle that sends who acts on this device: at once as long as the live service allows it, else as soon as it does, and then
 * only the last one. `end` drops what was not sent yet.
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
