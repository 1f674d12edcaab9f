type Task = () => void | Promise<void>

/** Runs tasks one after the other; the first one synchronously when none is running. */
export class TaskQueue {
  #waiting: Task[] | undefined
  readonly #onError: () => void

  constructor(onError: () => void) {
    this.#onError = onError
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
