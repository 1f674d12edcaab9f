type Task = () => void | Promise<void>

/** Runs tasks one after the other; at once, without waiting a turn, when none is running. */
export class Line {
  #waiting: Task[] | undefined
  readonly #onError: () => void

  constructor(onError: () => void) {
    this.#onError = onError
  }

  /** How many wait for the one that runs. */
  get length(): number {
    return this.#waiting?.length ?? 0
  }

  add(task: Task): void {
    if (this.#waiting !== undefined) {
      this.#waiting.push(task)
      return
    }
    try {
      const running = task()
      if (running === undefined) return
      this.#waiting = []
      void this.#runRest(running)
    } catch {
      this.#onError()
    }
  }

  async #runRest(running: Promise<void>): Promise<void> {
    try {
      await running
      for (let task = this.#waiting?.shift(); task !== undefined; task = this.#waiting?.shift()) await task()
    } catch {
      this.#onError()
    } finally {
      this.#waiting = undefined
    }
  }
}
