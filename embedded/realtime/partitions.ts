import type postgres from 'postgres'

/**
 * Keeps the daily partitions of realtime.messages. Asking is cheap, so it is asked on every join
 * and every minute: no timer for midnight survives a laptop's sleep.
 */
export class Partitions {
  readonly #sql: postgres.Sql
  readonly #now: () => number
  #keptOn: string | undefined
  #keeping: Promise<void> | undefined

  constructor(sql: postgres.Sql, now: () => number) {
    this.#sql = sql
    this.#now = now
  }

  /** Never fails: what cannot be made now is made at the next call, and the default partition takes the rows. */
  keep(): Promise<void> {
    const today = new Date(this.#now()).toISOString().slice(0, 10)
    if (this.#keptOn === today) return Promise.resolve()
    this.#keeping ??= this.#make(today).finally(() => (this.#keeping = undefined))
    return this.#keeping
  }

  async #make(today: string): Promise<void> {
    try {
      await this.#sql`select realtime.make_partitions()`
      await this.#sql`select realtime.drop_old_partitions()`
      this.#keptOn = today
    } catch {
      this.#keptOn = undefined
    }
  }
}
