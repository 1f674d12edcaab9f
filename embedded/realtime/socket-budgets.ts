import { networksOf } from '../../edge-functions/api/networks.ts'

/** Counts the open sockets of each network, so that no client holds all that the others need. */
export class SocketBudgets {
  readonly #most: number
  readonly #open = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  hasRoom(address: string): boolean {
    return networksOf(address).every(({ name, times }) => this.#openOf(name) < this.#most * times)
  }

  add(address: string): void {
    for (const { name } of networksOf(address)) this.#open.set(name, this.#openOf(name) + 1)
  }

  remove(address: string): void {
    for (const { name } of networksOf(address)) {
      const left = this.#openOf(name) - 1
      if (left > 0) this.#open.set(name, left)
      else this.#open.delete(name)
    }
  }

  #openOf(name: string): number {
    return this.#open.get(name) ?? 0
  }
}
