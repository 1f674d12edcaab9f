import { admit } from './admission.ts'
import type { Engine } from './admission.ts'
import { Attendance } from './attendance.ts'
import { sessionOf, expired, hasExpired, readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import { broadcastFrame, isRecord } from './frames.ts'
import type { ClientMessage, Frame, Ref } from './frames.ts'
import { Rate } from './limits.ts'
import { Line } from './line.ts'
import { rightsToRead, rightsToWrite } from './rights.ts'
import type { Rights } from './rights.ts'
import type { Subscriber } from './topics.ts'

/** The side of a connection that its channels see. */
export type Wire = {
  readonly address: string
  readonly bearer: Bearer
  readonly channelCount: number
  push(joinRef: Ref, ref: Ref, topic: string, event: string, payload: unknown): void
  deliver(frame: Frame): void
  forget(channel: Channel): void
  disconnect(): void
}

/** `canWrite` is asked for when somebody first speaks, then known until a new token. */
type Joined = { bearer: Bearer; canRead: Rights; canWrite?: Rights; attendance: Attendance | undefined }

/** One topic on one connection, from its join to its end. */
export class Channel implements Subscriber {
  readonly wireTopic: string
  readonly topic: string
  readonly joinRef: Ref
  readonly #engine: Engine
  readonly #wire: Wire
  readonly #line = new Line(() => this.shutdown('Realtime was unable to connect to the project database'))
  readonly #events: Rate
  #joined: Joined | undefined
  #ended = false
  #recheck: ReturnType<typeof setTimeout> | undefined

  constructor(engine: Engine, wire: Wire, { topic, joinRef }: ClientMessage) {
    this.#engine = engine
    this.#wire = wire
    this.wireTopic = topic
    this.topic = topic.slice('realtime:'.length)
    this.joinRef = joinRef
    this.#events = new Rate(engine.limits.eventsPerSecond, 1000, engine.now)
  }

  get hasJoined(): boolean {
    return this.#joined !== undefined
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  /** Asks for admission and answers the join. */
  start({ ref, payload }: ClientMessage): void {
    this.#line.add(() => this.#join(ref, payload))
  }

  receive(message: ClientMessage): void {
    if (this.#ended) return
    if (message.event === 'phx_leave') {
      if (this.#joined === undefined) this.#leave(message.ref)
      else this.#line.add(() => this.#leave(message.ref))
      return
    }
    // Nobody may speak before the answer to the join.
    if (this.#joined === undefined && message.event !== 'access_token') return
    const session = this.#joined && sessionOf(this.#joined.bearer)
    if (!this.#events.take() || (session !== undefined && !this.#engine.events.take(session))) {
      this.shutdown('Too many messages per second')
      return
    }
    this.#line.add(() => (this.#ended ? undefined : this.#handle(message)))
  }

  #handle(message: ClientMessage): void | Promise<void> {
    switch (message.event) {
      case 'broadcast':
        return this.#broadcast(message)
      case 'presence':
        return this.#joined?.attendance?.handle(message) ?? this.reply(message.ref, 'error', {})
      case 'access_token':
        return this.#renew(isRecord(message.payload) ? message.payload['access_token'] : undefined)
    }
  }

  async #join(ref: Ref, payload: unknown): Promise<void> {
    const { channelCount: channels, address, bearer } = this.#wire
    const request = { payload, topic: this.topic, channels, address, bearer }
    const admission = await admit(this.#engine, request).catch(() => ({ ok: false, reason: 'Unknown Error on Channel' }) as const)
    if (this.#ended) return
    if (!admission.ok) {
      this.end()
      this.reply(ref, 'error', { reason: admission.reason })
      if ('disconnect' in admission) this.#wire.disconnect()
      return
    }
    const { limits, topics, now } = this.#engine
    const topic = topics.join(this.topic, this)
    const attendance = admission.hasPresence ? new Attendance(this, topic, limits, now) : undefined
    this.#joined = { bearer: admission.bearer, canRead: admission.canRead, attendance }
    this.#watchExpiry()
    this.reply(ref, 'ok', { postgres_changes: [] })
    if (admission.canRead.presence) this.push('presence_state', topic.presence.state())
  }

  deliver(broadcast: Frame): void {
    if (this.#joined?.canRead.broadcast === true) this.#wire.deliver(broadcast)
  }

  deliverPresence(diff: Frame): void {
    if (this.#joined?.canRead.presence === true) this.#wire.deliver(diff)
  }

  #broadcast(message: ClientMessage): void | Promise<void> {
    if (this.#joined?.canWrite !== undefined) return this.#send(message)
    return this.canWrite().then(() => this.#send(message))
  }

  async canWrite(): Promise<Rights> {
    const joined = this.#joined
    if (joined === undefined) return { broadcast: false, presence: false }
    joined.canWrite ??= await rightsToWrite(this.#engine.sql, this.topic, joined.bearer)
    return joined.canWrite
  }

  /** Without the right to speak, and when it is too much, there is no answer either. */
  #send({ broadcast, size }: ClientMessage): void {
    if (this.#ended || this.#joined?.canWrite?.broadcast !== true) return
    if (broadcast === undefined || size > this.#engine.limits.broadcastBytes) return
    this.#engine.topics.publish(this.topic, broadcastFrame(this.wireTopic, broadcast), this)
  }

  async #renew(token: unknown): Promise<void> {
    const joined = this.#joined
    if (joined === undefined || typeof token !== 'string' || token.startsWith('sb_') || token === joined.bearer.token) return
    const verdict = await readBearer(this.#engine.tokens, token, this.#engine.now())
    if (!verdict.ok) {
      this.shutdown(verdict.message)
      return
    }
    const canRead = await rightsToRead(this.#engine.sql, this.topic, verdict.bearer, joined.attendance !== undefined)
    if (this.#ended) return
    if (!canRead.broadcast && !canRead.presence) {
      this.shutdown(`You no longer have permission to read from this Channel topic: ${this.topic}`)
      return
    }
    this.#joined = { bearer: verdict.bearer, canRead, attendance: joined.attendance }
    this.#watchExpiry()
  }

  /** Looked at again at the latest after `recheckMs`, since a timer does not run while the machine sleeps. */
  #watchExpiry(): void {
    clearTimeout(this.#recheck)
    const { limits, now } = this.#engine
    const left = (this.#joined?.bearer.expiresAt ?? 0) - now()
    this.#recheck = setTimeout(
      () => {
        if (this.#joined !== undefined && hasExpired(this.#joined.bearer, now())) this.shutdown(expired.message)
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
    this.#wire.push(this.joinRef, ref, this.wireTopic, 'phx_reply', { status, response })
  }

  push(event: string, payload: unknown): void {
    this.#wire.push(this.joinRef, null, this.wireTopic, event, payload)
  }

  #system(status: 'ok' | 'error', message: string): void {
    this.push('system', { extension: 'system', status, message, channel: this.topic })
  }

  /** Ends with a reason that the client is told. */
  shutdown(message: string): void {
    if (this.#ended) return
    this.end()
    this.#system('error', message)
    this.close()
  }

  /** Ends, and tells the client that the channel is closed. */
  close(): void {
    this.end()
    this.#wire.push(this.joinRef, this.joinRef, this.wireTopic, 'phx_close', {})
  }

  /** Ends without a word. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#recheck)
    this.#engine.topics.leave(this.topic, this)
    this.#joined?.attendance?.end()
    this.#wire.forget(this)
  }
}
