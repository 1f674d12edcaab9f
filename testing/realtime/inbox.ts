// After this, what is waited for hangs.
const longestWaitMs = 60_000

/** A queue of received items that tests wait on. */
export class Inbox<T> {
  #arrived: T[] = []
  readonly #waiting = new Set<{ wanted: (item: T) => boolean; give: (item: T) => void }>()

  put(item: T): void {
    for (const waiter of this.#waiting) {
      if (!waiter.wanted(item)) continue
      this.#waiting.delete(waiter)
      waiter.give(item)
      return
    }
    this.#arrived.push(item)
  }

  /** The first item that is wanted, now or when it comes; it is taken out. */
  take(wanted: (item: T) => boolean = () => true): Promise<T> {
    const index = this.#arrived.findIndex(wanted)
    if (index >= 0) return Promise.resolve(this.#arrived.splice(index, 1)[0] as T)
    return new Promise((resolve, reject) => {
      const waiter = { wanted, give: (item: T) => (clearTimeout(timer), resolve(item)) }
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter)
        reject(new Error(`Waited in vain; what arrived was ${JSON.stringify(this.#arrived)}`))
      }, longestWaitMs)
      this.#waiting.add(waiter)
    })
  }

  /** All that has arrived and was not taken. */
  rest(): T[] {
    const rest = this.#arrived
    this.#arrived = []
    return rest
  }
}
