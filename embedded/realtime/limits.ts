/** What one installation allows. Supabase's self-hosted defaults, but for those its comment explains. */
export type RealtimeLimits = {
  /** Supabase counts these for each of many projects; here the whole machine is one. */
  sockets: number
  channelsPerSocket: number
  /** After a restart everybody joins again in the same second, so more than Supabase's 100. */
  joinsPerSecond: number
  /** Of one channel, counted as the client sends them; over HTTP of one topic. */
  eventsPerSecond: number
  presenceCalls: number
  presenceWindowMs: number
  frameBytes: number
  broadcastBytes: number
  /** What may wait for a client that reads too slowly, before it is cut off. */
  bufferedBytes: number
  /** Clients send a heartbeat every 25 s; silent for longer than this, a socket is closed. */
  idleMs: number
  /** How often silent sockets and the day's partitions are looked for. */
  sweepMs: number
  /** How long a token may be trusted before its expiry is looked at again. */
  recheckMs: number
  /** How long a join waits while the database is being connected again. */
  joinWaitMs: number
}

export const defaultLimits: RealtimeLimits = {
  sockets: 5000,
  channelsPerSocket: 100,
  joinsPerSecond: 1000,
  eventsPerSecond: 100,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  frameBytes: 5_000_000,
  broadcastBytes: 3_000_000,
  bufferedBytes: 8_000_000,
  idleMs: 65_000,
  sweepMs: 10_000,
  recheckMs: 300_000,
  joinWaitMs: 5000,
}

/** Counts events in windows of `ms`; `take` answers false once `most` are spent. */
export class Rate {
  #endsAt = 0
  #taken = 0
  readonly #most: number
  readonly #ms: number
  readonly #now: () => number

  constructor(most: number, ms: number, now: () => number) {
    this.#most = most
    this.#ms = ms
    this.#now = now
  }

  get spent(): boolean {
    return !this.over && this.#taken >= this.#most
  }

  /** Whether the last window has passed. */
  get over(): boolean {
    return this.#now() >= this.#endsAt
  }

  take(): boolean {
    const now = this.#now()
    if (now >= this.#endsAt) {
      this.#endsAt = now + this.#ms
      this.#taken = 0
    }
    if (this.#taken >= this.#most) return false
    this.#taken++
    return true
  }
}
