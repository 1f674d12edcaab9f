import { MemberId } from '#domain/contract/ids.ts'

/** What a device tells the others of itself. */
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
 * Tells who acts on this device, at once as long as the live service bears it, else as soon as it
 * does, and then only the latest. `end` forgets what was still to be told.
 */
export function teller(send: (present: Present) => void) {
  let told: number[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined
  let latest: Present | undefined
  const tell = () => {
    waiting = undefined
    if (latest === undefined) return
    const now = Date.now()
    told = told.filter((at) => now - at < windowMs)
    const [first] = told
    if (told.length < mostCalls || first === undefined) {
      told.push(now)
      send(latest)
    } else waiting = setTimeout(tell, first + windowMs - now)
  }
  return {
    tell: (present: Present) => {
      if (present.memberId === latest?.memberId) return
      latest = present
      if (waiting === undefined) tell()
    },
    end: () => clearTimeout(waiting),
  }
}
