/**
 * Counts events of each key in windows of `ms` that all keys share; `take` returns false once a key has had `most`,
 * `times` over.
 */
export class Rate {
  #endsAt = 0
  readonly #taken = new Map<string, number>()
  readonly #most: number
  readonly #ms: number
  readonly #now: () => number

  constructor(most: number, ms: number, now: () => number) {
    this.#most = most
    this.#ms = ms
    this.#now = now
  }

  take(key = '', times = 1): boolean {
    const now = this.#now()
    // A window that ends later than one that begins now is of a clock that was ahead.
    if (now >= this.#endsAt || this.#endsAt > now + this.#ms) {
      this.#endsAt = now + this.#ms
      this.#taken.clear()
    }
    const taken = this.#taken.get(key) ?? 0
    if (taken >= this.#most * times) return false
    this.#taken.set(key, taken + 1)
    return true
  }

  /** Milliseconds until the window ends. */
  get msLeft(): number {
    return Math.max(0, this.#endsAt - this.#now())
  }
}
