import { KeyedRate, Rate } from './limits.ts'
import type { RealtimeLimits } from './limits.ts'

/** Who may join how often: nobody spends what others need. */
export class JoinBudgets {
  readonly #all: Rate
  readonly #ofAddress: KeyedRate
  readonly #ofAccount: KeyedRate
  readonly #strangers: Rate
  readonly #strangersOfAddress: KeyedRate

  constructor(limits: RealtimeLimits, now: () => number) {
    this.#all = new Rate(limits.joinsPerSecond, 1000, now)
    this.#ofAddress = new KeyedRate(limits.joinsOfAddress, 1000, now)
    this.#ofAccount = new KeyedRate(limits.joinsOfAccount, 1000, now)
    this.#strangers = new Rate(limits.joinsOfStrangers, 1000, now)
    this.#strangersOfAddress = new KeyedRate(limits.joinsOfStrangersAddress, 1000, now)
  }

  /** Counts one join; false when it is one too many. `account` is undefined for those without a session. */
  take(address: string, account: string | undefined): boolean {
    // The narrow budgets first: who has spent their own takes nothing from the others'.
    if (account === undefined) return this.#strangersOfAddress.take(address) && this.#strangers.take()
    return this.#ofAccount.take(account) && this.#ofAddress.take(address) && this.#all.take()
  }
}
