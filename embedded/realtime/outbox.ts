import type { Frame } from './frames.ts'

type Limits = { bufferedBytes: number; bufferedBytesOfAll: number; socketBytes: number }

const drainMs = 10

/** The frames buffered for all clients together. */
export class Backlog {
  readonly limits: Limits
  readonly #behind = new Set<Outbox>()
  #bytes = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Notes that `outbox` holds `bytes` more, or fewer. */
  change(outbox: Outbox, bytes: number): void {
    this.#bytes += bytes
    if (outbox.bytes > 0) this.#behind.add(outbox)
    else this.#behind.delete(outbox)
    // Polls, because a socket has no event for sent data.
    if (this.#behind.size > 0) this.#timer ??= setInterval(() => this.#drain(), drainMs)
    else this.#stop()
    while (this.#bytes > this.limits.bufferedBytesOfAll) this.#slowest()?.cutOff()
  }

  #slowest(): Outbox | undefined {
    let slowest: Outbox | undefined
    for (const outbox of this.#behind) if (slowest === undefined || outbox.bytes > slowest.bytes) slowest = outbox
    return slowest
  }

  #drain(): void {
    for (const outbox of [...this.#behind]) outbox.drain()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** The frames buffered for one client. All clients that are sent the same share a frame; a socket would copy it. */
export class Outbox {
  /** The size of the frames that the socket has not been given yet. */
  bytes = 0
  readonly #socket: WebSocket
  readonly #backlog: Backlog
  readonly #onCutOff: () => void
  #frames: Frame[] = []

  /** `onCutOff` is called when the client reads too slowly, after its frames were dropped. */
  constructor(socket: WebSocket, backlog: Backlog, onCutOff: () => void) {
    this.#socket = socket
    this.#backlog = backlog
    this.#onCutOff = onCutOff
  }

  send(frame: Frame): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    if (this.bytes === 0 && this.#hasRoom) {
      this.#socket.send(frame)
      return
    }
    this.#frames.push(frame)
    this.#change(frame.length)
    if (this.bytes > this.#backlog.limits.bufferedBytes) this.cutOff()
  }

  drain(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) {
      this.clear()
      return
    }
    let [count, bytes] = [0, 0]
    for (const frame of this.#frames) {
      if (!this.#hasRoom) break
      this.#socket.send(frame)
      count++
      bytes += frame.length
    }
    if (count === 0) return
    this.#frames.splice(0, count)
    this.#change(-bytes)
  }

  cutOff(): void {
    this.clear()
    this.#onCutOff()
  }

  clear(): void {
    this.#frames = []
    if (this.bytes > 0) this.#change(-this.bytes)
  }

  get #hasRoom(): boolean {
    return this.#socket.bufferedAmount < this.#backlog.limits.socketBytes
  }

  #change(bytes: number): void {
    this.bytes += bytes
    this.#backlog.change(this, bytes)
  }
}
