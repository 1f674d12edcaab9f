/** A query that waits for a connection or has one; `begin` is called when it gets one. */
export type QueuedQuery = { account: string | undefined; begin(): void }

// More than a page asks for when it opens.
const mostWaiting = 16

/** Work within the last second from which an account is busy. A page that opens works for some 20 ms. */
const busyMs = 300
const lastMs = 1000

/** A busy account has a twenty-sixth of the time, so that the 95th percentile of the others does not feel it. */
const restOfWork = 25
const longestRestMs = 4000

const mostRemembered = 1000

type Account = { running: number; workMs: number; at: number }

/**
 * Gives connections to queries in the order in which they came. An account gets half of the connections at most, so
 * that its slow queries leave the others to other accounts. Beside others a busy one gets a single connection, and
 * rests after each query for a multiple of its work.
 */
export class ConnectionQueue {
  #free: number
  readonly #mostOfAccount: number
  readonly #accounts = new Map<string, Account>()
  readonly #waiting = new Set<QueuedQuery>()
  /** The account of the last query, and the last other one. */
  #last = { account: '', at: -lastMs }
  #lastOther = { account: '', at: -lastMs }
  readonly #uptime: () => number

  constructor(connections: number, uptime = () => performance.now()) {
    this.#free = connections
    this.#mostOfAccount = Math.max(1, Math.floor(connections / 2))
    this.#uptime = uptime
  }

  /** Begins the query now or later; returns false when as many queries of its account wait as may. */
  enter(query: QueuedQuery): boolean {
    if (this.#canBegin(query)) {
      this.#begin(query)
      return true
    }
    const { account } = query
    if (account !== undefined) {
      const ofAccount = this.#waiting.values().filter((other) => other.account === account)
      if (ofAccount.take(mostWaiting).toArray().length === mostWaiting) return false
    }
    this.#waiting.add(query)
    return true
  }

  /** Takes back a query that has not begun. */
  leave(query: QueuedQuery): void {
    this.#waiting.delete(query)
  }

  /** Takes back the connection of a query that has ended, after so many milliseconds of work for it. */
  release({ account }: QueuedQuery, workMs: number): void {
    this.#free++
    const known = account === undefined ? undefined : this.#accounts.get(account)
    if (known !== undefined) {
      const now = this.#uptime()
      known.workMs = workOf(known, now) + workMs
      known.at = now
      if (account !== undefined && this.#isBusyBesideOthers(account, known)) {
        setTimeout(() => this.#end(known), Math.min(workMs * restOfWork, longestRestMs))
      } else {
        known.running--
      }
    }
    this.#beginNext()
  }

  #end(account: Account): void {
    account.running--
    this.#beginNext()
  }

  #beginNext(): void {
    for (const query of this.#waiting) {
      if (this.#free === 0) return
      if (!this.#canBegin(query)) continue
      this.#waiting.delete(query)
      this.#begin(query)
    }
  }

  #canBegin({ account }: QueuedQuery): boolean {
    const known = account === undefined ? undefined : this.#accounts.get(account)
    if (this.#free === 0 || account === undefined || known === undefined) return this.#free > 0
    return known.running < (this.#isBusyBesideOthers(account, known) ? 1 : this.#mostOfAccount)
  }

  #begin(query: QueuedQuery): void {
    this.#free--
    const { account } = query
    if (account !== undefined) {
      this.#accountOf(account).running++
      if (this.#last.account !== account) this.#lastOther = this.#last
      this.#last = { account, at: this.#uptime() }
    }
    query.begin()
  }

  #isBusyBesideOthers(account: string, known: Account): boolean {
    const now = this.#uptime()
    const other = this.#last.account === account ? this.#lastOther : this.#last
    return other.at > now - lastMs && workOf(known, now) > busyMs
  }

  #accountOf(id: string): Account {
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    if (this.#accounts.size >= mostRemembered) this.#forgetIdle()
    const account = { running: 0, workMs: 0, at: this.#uptime() }
    this.#accounts.set(id, account)
    return account
  }

  #forgetIdle(): void {
    const now = this.#uptime()
    for (const [id, account] of this.#accounts)
      if (account.running === 0 && workOf(account, now) < 1) this.#accounts.delete(id)
  }
}

/** The work of about the last second. */
const workOf = ({ workMs, at }: Account, now: number) => workMs * Math.exp((at - now) / lastMs)
