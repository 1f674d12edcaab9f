/** The limits of one installation: Supabase's self-hosted defaults, unless a comment says otherwise. */
export type RealtimeLimits = {
  /** Supabase counts these for each of many projects; here the whole machine is one. */
  sockets: number
  channelsPerSocket: number
  /**
   * All sessions together. After a restart every client joins two channels in the same second, so more than Supabase's
   * 100.
   */
  joinsPerSecond: number
  /** A second, from one address. */
  joinsOfAddress: number
  /** A second, by one session on all its sockets. */
  joinsOfSession: number
  /** All clients without a session together: counted apart, so that strangers never use up what families need. */
  anonymousJoinsPerSecond: number
  /** A second, from one address. */
  anonymousJoinsOfAddress: number
  /** Messages that a client sends on one channel. */
  eventsPerSecond: number
  /** A second, by one session on all its channels. */
  eventsOfSession: number
  presenceCalls: number
  presenceWindowMs: number
  /** The largest frame a client may send; that of a join carries its token. */
  frameBytes: number
  /** The largest broadcast or presence message of a client: a dragged card takes some two hundred bytes. */
  broadcastBytes: number
  /** Buffered for one client that reads too slowly, before it is cut off. */
  bufferedBytes: number
  /** Buffered for all clients together, before the slowest are cut off. */
  bufferedBytesOfAll: number
  /** The part of it that is given to the socket: Deno frees it only when the other side has read it, or is gone. */
  socketBytes: number
  /** A socket is closed when it was silent for longer; clients send a heartbeat every 25 s. */
  idleMs: number
  /** How long a socket may be on no channel. */
  channellessMs: number
  /** How often silent sockets and those on no channel are looked for. */
  sweepMs: number
  /** How long a token may be trusted before its expiry is looked at again. */
  recheckMs: number
  /** How long a join waits while the database is being connected again. */
  joinWaitMs: number
}

export const defaultLimits: RealtimeLimits = {
  sockets: 5000,
  channelsPerSocket: 100,
  joinsPerSecond: 2000,
  joinsOfAddress: 1000,
  joinsOfSession: 50,
  anonymousJoinsPerSecond: 200,
  anonymousJoinsOfAddress: 20,
  eventsPerSecond: 100,
  eventsOfSession: 200,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  frameBytes: 32_000,
  broadcastBytes: 4000,
  bufferedBytes: 8_000_000,
  bufferedBytesOfAll: 64_000_000,
  socketBytes: 256_000,
  idleMs: 65_000,
  channellessMs: 30_000,
  sweepMs: 10_000,
  recheckMs: 300_000,
  joinWaitMs: 5000,
}

/** Counts events of each key in windows of `ms` that all keys share; `take` returns false once a key has had `most`. */
export class Rate {
  #endsAt = 0
  readonly #taken = new Map<string, number>()
  readonly #most: number
  readonly #ms: number
  readonly #uptime: () => number

  constructor(most: number, ms: number, uptime: () => number) {
    this.#most = most
    this.#ms = ms
    this.#uptime = uptime
  }

  take(key = ''): boolean {
    const now = this.#uptime()
    if (now >= this.#endsAt) {
      this.#endsAt = now + this.#ms
      this.#taken.clear()
    }
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.#most) return false
    this.#taken.set(key, taken + 1)
    return true
  }
}
