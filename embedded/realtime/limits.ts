import { sessionLimits } from '../../domain/contract/constants.ts'

/** The limits of one installation: Supabase's self-hosted defaults, unless a comment says otherwise. */
export const defaultLimits = {
  /** Supabase counts these for each of many projects; here the whole machine is one. */
  sockets: 5000,
  /** Open at a time from one address, as the limits of joins; Supabase has no such limit. */
  socketsOfAddress: 1000,
  channelsPerSocket: 100,
  /** Sockets on which one session has joined. */
  socketsOfSession: sessionLimits.sockets,
  /**
   * All sessions together. After a restart every client joins two channels in the same second, so more than Supabase's
   * 100.
   */
  joinsPerSecond: 2000,
  /** A second, from one address: of IPv6 from one /64, and ten times as many from its /48. */
  joinsOfAddress: 1000,
  /** A second, by one session on all its sockets. */
  joinsOfSession: 50,
  /** All clients without a session together: counted apart, so that strangers never use up what families need. */
  anonymousJoinsPerSecond: 200,
  /** A second, from one address. */
  anonymousJoinsOfAddress: 20,
  /** Messages that a client sends on one channel. */
  eventsPerSecond: 100,
  /** A second, by one session on all its channels. */
  eventsOfSession: 200,
  presenceCalls: 5,
  presenceWindowMs: 30_000,
  /** The largest frame a client may send; that of a join carries its token. */
  frameBytes: 32_000,
  /** The largest broadcast or presence message of a client: a dragged card takes some two hundred bytes. */
  broadcastBytes: 4000,
  /** Buffered for one client that reads too slowly, before it is cut off. */
  bufferedBytes: 8_000_000,
  /** Buffered for all clients together, before the slowest are cut off. */
  bufferedBytesOfAll: 64_000_000,
  /** The part of it that is given to the socket: Deno frees it only when the other side has read it, or is gone. */
  socketBytes: 256_000,
  /** A socket is closed when it was silent for longer; clients send a heartbeat every 25 s. */
  idleMs: 65_000,
  /** How long a socket may be on no channel. */
  channellessMs: 30_000,
  /** How often silent sockets and those on no channel are looked for. */
  sweepMs: 10_000,
  /** How long a token may be trusted before its expiry is looked at again. */
  recheckMs: 300_000,
  /** How long a join waits while the database is being connected again. */
  joinWaitMs: 5000,
}

export type RealtimeLimits = Record<keyof typeof defaultLimits, number>
