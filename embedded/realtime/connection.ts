import { Buffer } from 'node:buffer'
import type { RealtimeContext } from './admission.ts'
import type { Bearer } from './bearer.ts'
import { Channel } from './channel.ts'
import type { ChannelTransport } from './channel.ts'
import { readFrame, textFrame } from './frames.ts'
import type { ClientMessage, Frame, Ref } from './frames.ts'
import { Outbox } from './outbox.ts'

type Caller = Pick<ChannelTransport, 'address' | 'bearer'>

/** One websocket with its channels. */
export class Connection implements ChannelTransport {
  readonly address: string
  readonly bearer: Bearer
  /** When the last frame of the client came, in milliseconds since the epoch. */
  lastReceived: number
  /** When it was last seen on a channel, or began. */
  lastJoined: number
  readonly #socket: WebSocket
  readonly #outbox: Outbox
  readonly #context: RealtimeContext
  readonly #channels = new Map<string, Channel>()
  readonly #onEnd: (connection: Connection) => void

  constructor(context: RealtimeContext, socket: WebSocket, caller: Caller, onEnd: (connection: Connection) => void) {
    this.#context = context
    this.#socket = socket
    this.#outbox = new Outbox(socket, context.backlog, () => this.close(1011, 'Reading too slowly'))
    this.address = caller.address
    this.bearer = caller.bearer
    this.lastReceived = context.uptime()
    this.lastJoined = context.uptime()
    this.#onEnd = onEnd
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => this.#receive(data))
    socket.addEventListener('close', () => this.#end())
    // A close event follows, which ends the connection.
    socket.addEventListener('error', (event) => event.preventDefault())
  }

  get channelCount(): number {
    return this.#channels.size
  }

  /** Whether it is on a channel that it was let into. */
  get hasJoined(): boolean {
    return this.#channels.values().some((channel) => channel.hasJoined)
  }

  #receive(data: string | ArrayBuffer): void {
    // Ignores frames that were in flight when the connection was closed.
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.lastReceived = this.#context.uptime()
    const size = Buffer.byteLength(data)
    if (size > this.#context.limits.frameBytes) {
      this.close(1009, 'Frame too large')
      return
    }
    const message = readFrame(data, size)
    if (message !== undefined) this.#dispatch(message)
  }

  #dispatch(message: ClientMessage): void {
    const { joinRef, ref, topic, event } = message
    if (topic === 'phoenix' && event === 'heartbeat') {
      this.push(null, ref, topic, 'phx_reply', { status: 'ok', response: {} })
      return
    }
    const channel = this.#channels.get(topic)
    if (event === 'phx_join' && topic.startsWith('realtime:')) {
      channel?.close()
      this.#join(message)
    } else if (channel !== undefined) {
      // Ignores a message for an earlier join of the same topic.
      if (joinRef === null || joinRef === channel.joinRef) channel.receive(message)
      else if (event === 'phx_leave') this.#acknowledge(message)
    } else if (event === 'phx_leave') {
      this.#acknowledge(message)
    } else {
      this.push(joinRef, ref, topic, 'phx_reply', { status: 'error', response: { reason: 'unmatched topic' } })
    }
  }

  #acknowledge({ joinRef, ref, topic }: ClientMessage): void {
    this.push(joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} })
  }

  #join(message: ClientMessage): void {
    const channel = new Channel(this.#context, this, message)
    this.#channels.set(channel.wireTopic, channel)
    channel.start(message)
  }

  push(joinRef: Ref, ref: Ref, topic: string, event: string, payload: unknown): void {
    this.#outbox.send(textFrame(joinRef, ref, topic, event, payload))
  }

  deliver(frame: Frame): void {
    this.#outbox.send(frame)
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.wireTopic) === channel) this.#channels.delete(channel.wireTopic)
  }

  /** Ends every channel with a reason; the connection stays. */
  shutdownChannels(reason: string): void {
    for (const channel of [...this.#channels.values()]) channel.shutdown(reason)
  }

  /** Ends the channels that were joined with a token of the session. */
  endSession(sessionId: string): void {
    for (const channel of [...this.#channels.values()]) channel.endSession(sessionId)
  }

  disconnect(): void {
    this.close(1000, '')
  }

  close(code: number, reason: string): void {
    if (this.#socket.readyState <= WebSocket.OPEN) this.#socket.close(code, reason)
    // The other side may never answer, so nothing waits for its answer.
    this.#end()
  }

  #end(): void {
    this.#outbox.clear()
    for (const channel of [...this.#channels.values()]) channel.end()
    this.#onEnd(this)
  }
}
