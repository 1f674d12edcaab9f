/** A query that waits for a connection or has one; `begin` is called when it gets one. */
export type QueuedQuery = { account: string | undefined; begin(): void }

// More than a page asks for when it opens.
const mostWaiting = 16

/**
 * Gives connections to queries in the order in which they came. An account gets half of the connections at most, so
 * that its slow queries leave the others to other accounts.
 */
export class ConnectionQueue {
  #free: number
  readonly #mostOfAccount: number
  readonly #running = new Map<string, number>()
  readonly #waiting = new Set<QueuedQuery>()

  constructor(connections: number) {
    this.#free = connections
    this.#mostOfAccount = Math.max(1, Math.floor(connections / 2))
  }

  /** Begins the query now or later; returns false when as many queries of its account wait as may. */
  enter(entry: QueuedQuery): boolean {
    if (this.#canBegin(entry)) {
      this.#begin(entry)
      return true
    }
    const { account } = entry
    if (account !== undefined) {
      const ofAccount = this.#waiting.values().filter((other) => other.account === account)
      if (ofAccount.take(mostWaiting).toArray().length === mostWaiting) return false
    }
    this.#waiting.add(entry)
    return true
  }

  /** Takes back a query that has not begun. */
  leave(entry: QueuedQuery): void {
    this.#waiting.delete(entry)
  }

  /** Takes back the connection of a query that has ended. */
  release({ account }: QueuedQuery): void {
    this.#free++
    if (account !== undefined) {
      const left = (this.#running.get(account) ?? 1) - 1
      if (left === 0) this.#running.delete(account)
      else this.#running.set(account, left)
    }
    const next = this.#waiting.values().find((entry) => this.#canBegin(entry))
    if (next === undefined) return
    this.#waiting.delete(next)
    this.#begin(next)
  }

  #canBegin({ account }: QueuedQuery): boolean {
    return this.#free > 0 && (account === undefined || (this.#running.get(account) ?? 0) < this.#mostOfAccount)
  }

  #begin(entry: QueuedQuery): void {
    this.#free--
    if (entry.account !== undefined) this.#running.set(entry.account, (this.#running.get(entry.account) ?? 0) + 1)
    entry.begin()
  }
}
