import { Rate } from './limits.ts'
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
    if (session === undefined) return this.#anonymousOfAddress.take(address) && this.#anonymous.take()
    return this.#ofSession.take(session) && this.#ofAddress.take(address) && this.#all.take()
  }
}
