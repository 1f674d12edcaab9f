/** The sockets on which each session has joined channels. */
export class SessionSockets {
  readonly #most: number
  /** By session, the number of channels on each socket. */
  readonly #channels = new Map<string, Map<object, number>>()

  constructor(most: number) {
    this.#most = most
  }

  /** Notes a channel of the session on that socket; false when it would be one socket too many. */
  enter(session: string, socket: object): boolean {
    const sockets = this.#channels.get(session) ?? new Map<object, number>()
    if (!sockets.has(socket) && sockets.size >= this.#most) return false
    sockets.set(socket, (sockets.get(socket) ?? 0) + 1)
    this.#channels.set(session, sockets)
    return true
  }

  leave(session: string, socket: object): void {
    const sockets = this.#channels.get(session)
    const left = (sockets?.get(socket) ?? 1) - 1
    if (left > 0) sockets?.set(socket, left)
    else sockets?.delete(socket)
    if (sockets?.size === 0) this.#channels.delete(session)
  }
}
