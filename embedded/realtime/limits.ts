/** What one installation allows. Supabase's self-hosted defaults, but for those its comment explains. */
export type RealtimeLimits = {
  /** Supabase counts these for each of many projects; here the whole machine is one. */
  sockets: number
  channelsPerSocket: number
  /** Joins a second of all who have a session. After a restart everybody joins two channels in the same second, so more than Supabase's 100. */
  joinsPerSecond: number
  /** Of them, those from one address. */
  joinsOfAddress: number
  /** Of them, those of one session, on all its sockets. */
  joinsOfSession: number
  /** Joins a second of all who have no session: counted apart, so that strangers never spend what families need. */
  joinsOfStrangers: number
  /** Of them, those from one address. */
  joinsOfStrangersAddress: number
  /** Of one channel, counted as the client sends them. */
  eventsPerSecond: number
  /** Of one session, on all its channels. */
  eventsOfSession: number
  presenceCalls: number
  presenceWindowMs: number
  /** Of what a client sends; a join brings its token. */
  frameBytes: number
  /** Of what a client tells others: a lifted card and who is here take some two hundred. */
  broadcastBytes: number
  /** What may wait for a client that reads too slowly, before it is cut off. */
  bufferedBytes: number
  /** What may wait for all clients together, before the slowest are cut off. */
  bufferedBytesOfAll: number
  /** What of that is handed to the socket: Deno frees it only when the other side has read it, or is gone. */
  socketBytes: number
  /** Clients send a heartbeat every 25 s; silent for longer than this, a socket is closed. */
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
  joinsOfStrangers: 200,
  joinsOfStrangersAddress: 20,
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

/** Counts events of each key in windows of `ms` that all keys share; `take` answers false once a key has had `most`. */
export class Rate {
  #endsAt = 0
  readonly #taken = new Map<string, number>()
  readonly #most: number
  readonly #ms: number
  readonly #now: () => number

  constructor(most: number, ms: number, now: () => number) {
    this.#most = most
    this.#ms = ms
    this.#now = now
  }

  take(key = ''): boolean {
    const now = this.#now()
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
