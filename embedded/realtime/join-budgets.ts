import { Rate } from './limits.ts'
import type { RealtimeLimits } from './limits.ts'

/** Who may join how often: nobody spends what others need. */
export class JoinBudgets {
  readonly #all: Rate
  readonly #ofAddress: Rate
  readonly #ofSession: Rate
  readonly #strangers: Rate
  readonly #strangersOfAddress: Rate

  constructor(limits: RealtimeLimits, now: () => number) {
    this.#all = new Rate(limits.joinsPerSecond, 1000, now)
    this.#ofAddress = new Rate(limits.joinsOfAddress, 1000, now)
    this.#ofSession = new Rate(limits.joinsOfSession, 1000, now)
    this.#strangers = new Rate(limits.joinsOfStrangers, 1000, now)
    this.#strangersOfAddress = new Rate(limits.joinsOfStrangersAddress, 1000, now)
  }

  /** Counts one join; false when it is one too many. `session` is undefined for those who have none. */
  take(address: string, session: string | undefined): boolean {
    // The narrow budgets first: who has spent their own takes nothing from the others'.
    if (session === undefined) return this.#strangersOfAddress.take(address) && this.#strangers.take()
    return this.#ofSession.take(session) && this.#ofAddress.take(address) && this.#all.take()
  }
}
