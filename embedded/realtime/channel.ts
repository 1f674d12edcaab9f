import { admit } from './admission.ts'
import type { RealtimeContext } from './admission.ts'
import { sessionOf, expired, hasExpired, readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import { broadcastFrame, isRecord, textFrame } from './frames.ts'
import type { ClientMessage, Frame, Ref } from './frames.ts'
import { Rate } from '../../edge-functions/api/rate.ts'
import { TaskQueue } from './task-queue.ts'
import { rightsToRead, rightsToWrite } from './rights.ts'
import type { Rights } from './rights.ts'
import type { PresenceDiff } from './presence.ts'
import type { Subscriber, Topic } from './topics.ts'

/** The side of a connection that its channels see. */
export type ChannelTransport = {
  readonly address: string
  readonly bearer: Bearer
  readonly channelCount: number
  push(joinRef: Ref, ref: Ref, topic: string, event: string, payload: unknown): void
  deliver(frame: Frame): void
  forget(channel: Channel): void
  disconnect(): void
}

/**
 * `canWrite` is queried when the client first sends something, then cached until a new token. `presenceCalls` is
 * undefined when it has joined without presence.
 */
type Joined = { bearer: Bearer; canRead: Rights; canWrite?: Rights; topic: Topic; presenceCalls: Rate | undefined }

/** One topic on one connection, from its join to its end. */
export class Channel implements Subscriber {
  readonly wireTopic: string
  readonly topic: string
  readonly joinRef: Ref
  readonly #context: RealtimeContext
  readonly #transport: ChannelTransport
  readonly #queue = new TaskQueue(() => this.shutdown('Realtime was unable to connect to the project database'))
  readonly #events: Rate
  #joined: Joined | undefined
  /** The session whose sockets this one counts among. */
  #session: string | undefined
  #ended = false
  #recheck: ReturnType<typeof setTimeout> | undefined

  constructor(context: RealtimeContext, transport: ChannelTransport, { topic, joinRef }: ClientMessage) {
    this.#context = context
    this.#transport = transport
    this.wireTopic = topic
    this.topic = topic.slice('realtime:'.length)
    this.joinRef = joinRef
    this.#events = new Rate(context.limits.eventsPerSecond, 1000, context.uptime)
  }

  get hasJoined(): boolean {
    return this.#joined !== undefined
  }

  /** Checks the join and replies to it. */
  start({ ref, payload }: ClientMessage): void {
    this.#queue.add(() => this.#join(ref, payload))
  }

  receive(message: ClientMessage): void {
    if (this.#ended) return
    if (message.event === 'phx_leave') {
      if (this.#joined === undefined) this.#leave(message.ref)
      else this.#queue.add(() => this.#leave(message.ref))
      return
    }
    // A client may not send before the reply to its join.
    if (this.#joined === undefined && message.event !== 'access_token') return
    const session = this.#joined && sessionOf(this.#joined.bearer)
    if (!this.#events.take() || (session !== undefined && !this.#context.budgets.events.take(session))) {
      this.shutdown('Too many messages per second')
      return
    }
    this.#queue.add(() => (this.#ended ? undefined : this.#handle(message)))
  }

  #handle(message: ClientMessage): void | Promise<void> {
    switch (message.event) {
      case 'broadcast':
        return this.#broadcast(message)
      case 'presence':
        return this.#presence(message)
      case 'access_token':
        return this.#renew(isRecord(message.payload) ? message.payload['access_token'] : undefined)
    }
  }

  async #join(ref: Ref, payload: unknown): Promise<void> {
    const { channelCount: channels, address, bearer } = this.#transport
    const request = { payload, topic: this.topic, channels, address, bearer }
    const admission = await admit(this.#context, request).catch(
      () => ({ ok: false, reason: 'Unknown Error on Channel' }) as const,
    )
    if (this.#ended) return
    if (!admission.ok) {
      this.end()
      this.reply(ref, 'error', { reason: admission.reason })
      if ('disconnect' in admission) this.#transport.disconnect()
      return
    }
    const { limits, topics, uptime, budgets } = this.#context
    const session = sessionOf(admission.bearer)
    if (session !== undefined && !budgets.enter(session, this.#transport)) {
      this.end()
      this.reply(ref, 'error', { reason: 'ConnectionRateLimitReached: Too many connections of this session' })
      this.#transport.disconnect()
      return
    }
    this.#session = session
    const topic = topics.join(this.topic, this)
    const presenceCalls = admission.hasPresence
      ? new Rate(limits.presenceCalls, limits.presenceWindowMs, uptime)
      : undefined
    this.#joined = { bearer: admission.bearer, canRead: admission.canRead, topic, presenceCalls }
    this.#watchExpiry()
    this.reply(ref, 'ok', { postgres_changes: [] })
    if (admission.canRead.presence) this.push('presence_state', topic.presence.state())
  }

  deliver(broadcast: Frame): void {
    if (this.#joined?.canRead.broadcast === true) this.#transport.deliver(broadcast)
  }

  deliverPresence(diff: Frame): void {
    if (this.#joined?.canRead.presence === true) this.#transport.deliver(diff)
  }

  #broadcast(message: ClientMessage): void | Promise<void> {
    if (this.#joined?.canWrite !== undefined) return this.#send(message)
    return this.#canWrite().then(() => this.#send(message))
  }

  async #canWrite(): Promise<Rights> {
    const joined = this.#joined
    if (joined === undefined) return { broadcast: false, presence: false }
    joined.canWrite ??= await rightsToWrite(this.#context.sql, this.topic, joined.bearer)
    return joined.canWrite
  }

  /** Drops a message without the right to send it, or that is too large, without a reply. */
  #send({ broadcast, size }: ClientMessage): void {
    if (this.#ended || this.#joined?.canWrite?.broadcast !== true) return
    if (broadcast === undefined || size > this.#context.limits.broadcastBytes) return
    this.#context.topics.publish(this.topic, broadcastFrame(this.wireTopic, broadcast), this)
  }

  async #presence({ ref, payload: message, size }: ClientMessage): Promise<void> {
    const { event, payload } = isRecord(message) ? message : {}
    const calls = this.#joined?.presenceCalls
    if (calls === undefined) {
      this.reply(ref, 'error', {})
    } else if (size > this.#context.limits.broadcastBytes) {
      this.reply(ref, 'error', { reason: 'Payload size exceeds the limit' })
    } else if (!calls.take()) {
      this.shutdown('Client presence rate limit exceeded')
    } else if (event === 'untrack') {
      this.reply(ref, 'ok', {})
      this.#untrack()
    } else if (event === 'track' && (await this.#canWrite()).presence) {
      this.#track(ref, payload)
    } else {
      this.reply(ref, 'error', {})
    }
  }

  #track(ref: Ref, payload: unknown): void {
    if (this.#ended) return
    if (!isRecord(payload)) {
      this.reply(ref, 'error', { reason: 'Presence track payload must be a map' })
      return
    }
    this.reply(ref, 'ok', {})
    this.#announce(this.#joined?.topic.presence.track(this, payload))
  }

  #untrack(): void {
    this.#announce(this.#joined?.topic.presence.untrack(this))
  }

  #announce(diff: PresenceDiff | undefined): void {
    if (diff === undefined) return
    const frame = textFrame(null, null, this.wireTopic, 'presence_diff', diff)
    for (const subscriber of this.#joined?.topic.subscribers ?? []) subscriber.deliverPresence(frame)
  }

  async #renew(token: unknown): Promise<void> {
    const joined = this.#joined
    if (joined === undefined || typeof token !== 'string' || token.startsWith('sb_') || token === joined.bearer.token)
      return
    const verdict = await readBearer(this.#context.tokens, token, Date.now())
    if (!verdict.ok) {
      this.shutdown(verdict.message)
      return
    }
    const canRead = await rightsToRead(
      this.#context.sql,
      this.topic,
      verdict.bearer,
      joined.presenceCalls !== undefined,
    )
    if (this.#ended) return
    if (!canRead.broadcast && !canRead.presence) {
      this.shutdown(`You no longer have permission to read from this Channel topic: ${this.topic}`)
      return
    }
    const { topic, presenceCalls } = joined
    this.#joined = { bearer: verdict.bearer, canRead, topic, presenceCalls }
    this.#watchExpiry()
  }

  /** Checks the expiry at least every `recheckMs`, since a timer does not run while the machine sleeps. */
  #watchExpiry(): void {
    clearTimeout(this.#recheck)
    const { limits } = this.#context
    const left = (this.#joined?.bearer.expiresAt ?? 0) - Date.now()
    this.#recheck = setTimeout(
      () => {
        if (this.#joined !== undefined && hasExpired(this.#joined.bearer, Date.now())) this.shutdown(expired.message)
        else this.#watchExpiry()
      },
      Math.max(0, Math.min(limits.recheckMs, left)),
    )
  }

  #leave(ref: Ref): void {
    if (this.#ended) return
    this.end()
    this.reply(ref, 'ok', {})
    this.close()
  }

  reply(ref: Ref, status: 'ok' | 'error', response: unknown): void {
    this.#transport.push(this.joinRef, ref, this.wireTopic, 'phx_reply', { status, response })
  }

  push(event: string, payload: unknown): void {
    this.#transport.push(this.joinRef, null, this.wireTopic, event, payload)
  }

  /** Ends with a reason that the client is told. */
  shutdown(message: string): void {
    if (this.#ended) return
    this.end()
    this.push('system', { extension: 'system', status: 'error', message, channel: this.topic })
    this.close()
  }

  /** Ends if it was joined with a token of the session, or is being joined or renewed with one. */
  endSession(sessionId: string): void {
    const endNow = () => {
      if (this.#joined !== undefined && sessionOf(this.#joined.bearer) === sessionId) this.shutdown('Session has ended')
    }
    endNow()
    if (!this.#ended) this.#queue.add(endNow)
  }

  /** Ends, and tells the client that the channel is closed. */
  close(): void {
    this.end()
    this.#transport.push(this.joinRef, this.joinRef, this.wireTopic, 'phx_close', {})
  }

  /** Ends without telling the client. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#recheck)
    this.#context.topics.leave(this.topic, this)
    this.#untrack()
    if (this.#session !== undefined) this.#context.budgets.leave(this.#session, this.#transport)
    this.#transport.forget(this)
  }
}
