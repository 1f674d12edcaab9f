import assert from 'node:assert/strict'
import { Inbox } from './inbox.ts'

export type Received = {
  joinRef: unknown
  ref: unknown
  topic: string
  event: string
  payload: Record<string, unknown>
}

export type ChannelReply = { status: string; response: Record<string, unknown> }

/** A client that sends and receives raw frames. */
export class RawClient {
  readonly inbox = new Inbox<Received>()
  readonly closed: Promise<{ code: number; reason: string }>
  readonly socket: WebSocket
  #ref = 0

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.binaryType = 'arraybuffer'
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) =>
      this.inbox.put(this.#read(data)),
    )
    this.closed = new Promise((resolve) =>
      socket.addEventListener('close', ({ code, reason }) => resolve({ code, reason })),
    )
  }

  static open(address: string): Promise<RawClient> {
    const socket = new WebSocket(address)
    const client = new RawClient(socket)
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(client))
      socket.addEventListener('error', () => reject(new Error('The websocket was refused')))
    })
  }

  #read(data: string | ArrayBuffer): Received {
    if (typeof data !== 'string') return readBinary(new Uint8Array(data))
    const [joinRef, ref, topic, event, payload] = JSON.parse(data)
    return { joinRef, ref, topic, event, payload }
  }

  /** Sends one message. Returns its ref. */
  send(topic: string, event: string, payload: unknown, joinRef: string | null = null): string {
    const ref = String(++this.#ref)
    this.socket.send(JSON.stringify([joinRef ?? (event === 'phx_join' ? ref : null), ref, topic, event, payload]))
    return ref
  }

  /** A broadcast, as the clients of Supabase send it; `payload` is sent as it is where it is a text. */
  say(topic: string, event: string, payload: unknown = {}, joinRef = ''): void {
    const bytes = new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload))
    const texts = [joinRef, String(++this.#ref), topic, event, ''].map((text) => new TextEncoder().encode(text))
    this.socket.send(
      new Uint8Array([3, ...texts.map(({ length }) => length), 1, ...texts.flatMap((text) => [...text]), ...bytes]),
    )
  }

  /** The answer to the message with that ref. */
  async reply(ref: string): Promise<ChannelReply> {
    const { payload } = await this.inbox.take((message) => message.event === 'phx_reply' && message.ref === ref)
    return payload as ChannelReply
  }

  async join(topic: string, config: Record<string, unknown> = {}, accessToken?: string) {
    return await this.reply(
      this.send(topic, 'phx_join', {
        config: { private: true, ...config },
        ...(accessToken === undefined ? {} : { access_token: accessToken }),
      }),
    )
  }

  /** The next message with that event. */
  take(event: string): Promise<Received> {
    return this.inbox.take((message) => message.event === event)
  }

  /** The server ends the channel and says why. Returns the ref of the join that it ends. */
  async assertEnded(channel: string, message: string): Promise<unknown> {
    const { payload } = await this.take('system')
    assert.deepEqual(payload, { extension: 'system', status: 'error', message, channel })
    return (await this.take('phx_close')).ref
  }

  /** Everything that has arrived once the server has answered all that was sent before. */
  async settle(): Promise<Received[]> {
    await this.reply(this.send('phoenix', 'heartbeat', {}))
    return this.inbox.rest()
  }

  async close(): Promise<void> {
    this.socket.close()
    await this.closed
  }
}

function readBinary(bytes: Uint8Array): Received {
  const [kind, topicLength = 0, eventLength = 0, metaLength = 0, encoding] = bytes
  if (kind !== 4) throw new Error(`A client of Supabase does not read frames of kind ${kind}`)
  if (encoding !== 1) throw new Error('Only JSON is sent')
  const text = (from: number, length?: number) =>
    new TextDecoder().decode(bytes.subarray(from, length === undefined ? undefined : from + length))
  const start = 5 + topicLength + eventLength
  const payload = JSON.parse(text(start + metaLength))
  const meta = metaLength === 0 ? {} : { meta: JSON.parse(text(start, metaLength)) }
  return {
    joinRef: null,
    ref: null,
    topic: text(5, topicLength),
    event: 'broadcast',
    payload: { type: 'broadcast', event: text(5 + topicLength, eventLength), payload, ...meta },
  }
}
