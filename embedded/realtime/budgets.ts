import { networksOf } from '../../edge-functions/api/networks.ts'
import { Rate } from '../../edge-functions/api/rate.ts'
import type { RealtimeLimits } from './limits.ts'

/** Counts what clients use, for each session, for each address and in all, so that none uses up what others need. */
export class Budgets {
  /** Messages of each session on all its channels. */
  readonly events: Rate
  readonly #limits: RealtimeLimits
  readonly #joins: Record<'all' | 'ofAddress' | 'ofSession' | 'anonymous' | 'anonymousOfAddress', Rate>
  /** The open sockets of each network. */
  readonly #sockets = new Map<string, number>()
  /** By session, the number of its channels on each socket. */
  readonly #channels = new Map<string, Map<object, number>>()

  constructor(limits: RealtimeLimits, uptime: () => number) {
    const aSecond = (most: number) => new Rate(most, 1000, uptime)
    this.#limits = limits
    this.events = aSecond(limits.eventsOfSession)
    this.#joins = {
      all: aSecond(limits.joinsPerSecond),
      ofAddress: aSecond(limits.joinsOfAddress),
      ofSession: aSecond(limits.joinsOfSession),
      anonymous: aSecond(limits.anonymousJoinsPerSecond),
      anonymousOfAddress: aSecond(limits.anonymousJoinsOfAddress),
    }
  }

  /** Counts one join; false when it is one too many. `session` is undefined for those who have none. */
  join(address: string, session: string | undefined): boolean {
    const { all, ofAddress, ofSession, anonymous, anonymousOfAddress } = this.#joins
    const takeOf = (rate: Rate) => networksOf(address).every(({ name, times }) => rate.take(name, times))
    // The narrow limits first: a client that has used up its own takes nothing from the shared ones.
    return session === undefined
      ? takeOf(anonymousOfAddress) && anonymous.take()
      : ofSession.take(session) && takeOf(ofAddress) && all.take()
  }

  hasRoomForSocket(address: string): boolean {
    const most = this.#limits.socketsOfAddress
    return networksOf(address).every(({ name, times }) => (this.#sockets.get(name) ?? 0) < most * times)
  }

  /** Counts an open socket, until the returned function is called. */
  openSocket(address: string): () => void {
    const change = (by: number) => {
      for (const { name } of networksOf(address)) {
        const count = (this.#sockets.get(name) ?? 0) + by
        if (count > 0) this.#sockets.set(name, count)
        else this.#sockets.delete(name)
      }
    }
    change(1)
    return () => change(-1)
  }

  /** Counts a channel of the session on that socket; false when it would be one socket too many. */
  enter(session: string, socket: object): boolean {
    const sockets = this.#channels.get(session) ?? new Map<object, number>()
    if (!sockets.has(socket) && sockets.size >= this.#limits.socketsOfSession) return false
    sockets.set(socket, (sockets.get(socket) ?? 0) + 1)
    this.#channels.set(session, sockets)
    return true
  }

  leave(session: string, socket: object): void {
    const sockets = this.#channels.get(session)
    const left = (sockets?.get(socket) ?? 1) - 1
    if (left > 0) sockets?.set(socket, left)
    else sockets?.delete(socket)
    if (sockets?.size === 0) this.#channels.delete(session)
  }
}
