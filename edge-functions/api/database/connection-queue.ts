/** A query that waits for a connection or has one; `begin` is called when it gets one. */
export type QueuedQuery = { account: string | undefined; begin(): void }

// More than a page asks for when it opens.
const mostWaiting = 16

/** Bytes read within the last second from which an account is busy: the boards of a dozen devices. */
const busyBytes = 6_000_000
const lastMs = 1000

/** Twenty times what Postgres and the one thread of JavaScript take, so that 95 of 100 calls of others feel nothing. */
const restMsOfMegabyte = 1000
const longestRestMs = 4000

const mostRemembered = 1000

/** `bytes` were read within about the second before `at`. */
type Account = { running: number; bytes: number; at: number }

/**
 * Gives connections to queries in the order in which they came. An account gets half of the connections at most, so
 * that its slow queries leave the others to other accounts. Beside others one that reads a lot gets a single connection,
 * and rests after each query by the size of what it read.
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

  /** Takes back the connection of a query that has ended and read so many bytes. */
  release({ account }: QueuedQuery, bytes: number): void {
    this.#free++
    const known = account === undefined ? undefined : this.#accounts.get(account)
    if (known !== undefined) {
      const now = this.#uptime()
      known.bytes = bytesOf(known, now) + bytes
      known.at = now
      if (account !== undefined && this.#isBusyBesideOthers(account, known)) {
        setTimeout(() => this.#end(known), Math.min((bytes / 1_000_000) * restMsOfMegabyte, longestRestMs))
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
    return other.at > now - lastMs && bytesOf(known, now) > busyBytes
  }

  #accountOf(id: string): Account {
    const known = this.#accounts.get(id)
    if (known !== undefined) return known
    if (this.#accounts.size >= mostRemembered) this.#forgetIdle()
    const account = { running: 0, bytes: 0, at: this.#uptime() }
    this.#accounts.set(id, account)
    return account
  }

  #forgetIdle(): void {
    const now = this.#uptime()
    for (const [id, account] of this.#accounts)
      if (account.running === 0 && bytesOf(account, now) < 1) this.#accounts.delete(id)
  }
}

/** The bytes of about the last second. */
const bytesOf = ({ bytes, at }: Account, now: number) => bytes * Math.exp((at - now) / lastMs)
