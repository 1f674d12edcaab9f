import { networksOf } from '../../edge-functions/api/networks.ts'
import { Rate } from '../../edge-functions/api/rate.ts'
import type { RealtimeLimits } from './limits.ts'

/** Rate limits of joins, for each session, for each address and in all, so that no client uses up what others need. */
export class JoinBudgets {
  readonly #all: Rate
  readonly #ofAddress: Rate
  readonly #ofSession: Rate
  readonly #anonymous: Rate
  readonly #anonymousOfAddress: Rate

  constructor(limits: RealtimeLimits, uptime: () => number) {
    this.#all = new Rate(limits.joinsPerSecond, 1000, uptime)
    this.#ofAddress = new Rate(limits.joinsOfAddress, 1000, uptime)
    this.#ofSession = new Rate(limits.joinsOfSession, 1000, uptime)
    this.#anonymous = new Rate(limits.anonymousJoinsPerSecond, 1000, uptime)
    this.#anonymousOfAddress = new Rate(limits.anonymousJoinsOfAddress, 1000, uptime)
  }

  /** Counts one join; false when it is one too many. `session` is undefined for those who have none. */
  take(address: string, session: string | undefined): boolean {
    // The narrow limits first: a client that has used up its own takes nothing from the shared ones.
    if (session === undefined) return takeOf(this.#anonymousOfAddress, address) && this.#anonymous.take()
    return this.#ofSession.take(session) && takeOf(this.#ofAddress, address) && this.#all.take()
  }
}

const takeOf = (rate: Rate, address: string) => networksOf(address).every(({ name, times }) => rate.take(name, times))
