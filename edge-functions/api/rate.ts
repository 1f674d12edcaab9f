/**
 * Counts events of each key in windows of `ms` that all keys share; `take` returns false once a key has had `most`,
 * `times` over. `uptime` is in milliseconds and never goes back.
 */
export class Rate {
  #endsAt = 0
  readonly #taken = new Map<string, number>()
  readonly #most: number
  readonly #ms: number
  readonly #uptime: () => number

  constructor(most: number, ms: number, uptime: () => number) {
    this.#most = most
    this.#ms = ms
    this.#uptime = uptime
  }

  take(key = '', times = 1): boolean {
    const now = this.#uptime()
    if (now >= this.#endsAt) {
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
    return Math.max(0, this.#endsAt - this.#uptime())
  }
}
