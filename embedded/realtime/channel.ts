import { admit } from './admission.ts'
import { sessionOf, expired, hasExpired, readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import { Broadcast } from './broadcasts.ts'
import type { Engine } from './engine.ts'
import type { ClientMessage, Ref } from './frames.ts'
import { isRecord } from './frames.ts'
import type { JoinConfig } from './join-config.ts'
import { readJoin } from './join-config.ts'
import { Rate } from './limits.ts'
import { Line } from './line.ts'
import { Attendance } from './attendance.ts'
import { everything } from './rights.ts'
import type { Rights, RightsOf } from './rights.ts'
import type { Subscriber } from './topics.ts'

/** The side of a connection that its channels see. */
export type Wire = {
  readonly address: string
  bearer: Bearer
  rightsOf: RightsOf
  readonly channelCount: number
  push(joinRef: Ref, ref: Ref, topic: string, event: string, payload: unknown): void
  deliver(broadcast: Broadcast): void
  forget(channel: Channel): void
  disconnect(): void
}

type Joined = { bearer: Bearer; canRead: Rights; canWrite: Rights | undefined }

/** One topic on one connection, from its join to its end. */
export class Channel implements Subscriber {
  readonly wireTopic: string
  readonly topic: string
  readonly joinRef: Ref
  readonly config: JoinConfig
  readonly #engine: Engine
  readonly #wire: Wire
  readonly #line = new Line(() => this.shutdown('Realtime was unable to connect to the project database'))
  readonly #events: Rate
  readonly #attendance: Attendance
  #joined: Joined | undefined
  #ended = false
  #recheck: ReturnType<typeof setTimeout> | undefined
  /** What came while old messages were being looked up; they go first. */
  #held: Broadcast[] | undefined
  #replayed: Set<string> | undefined

  constructor(engine: Engine, wire: Wire, join: ClientMessage) {
    this.#engine = engine
    this.#wire = wire
    this.wireTopic = join.topic
    this.topic = join.topic.slice('realtime:'.length)
    this.joinRef = join.joinRef
    this.config = readJoin(join.payload)
    this.#events = new Rate(engine.limits.eventsPerSecond, 1000, engine.now)
    this.#attendance = new Attendance(engine, this)
  }

  /** Asks for admission and answers the join. */
  start(ref: Ref): void {
    this.#line.add(() => this.#join(ref))
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
        return this.#attendance.handle(message)
      case 'access_token':
        return this.#renew(isRecord(message.payload) ? message.payload['access_token'] : undefined)
    }
  }

  async #join(ref: Ref): Promise<void> {
    const request = {
      config: this.config,
      topic: this.topic,
      wireTopic: this.wireTopic,
      channels: this.#wire.channelCount,
      address: this.#wire.address,
      bearer: this.#wire.bearer,
      rightsOf: this.#wire.rightsOf,
    }
    const admission = await admit(this.#engine, request).catch(() => ({ ok: false, reason: 'Unknown Error on Channel' }) as const)
    if (this.#ended) return
    if (!admission.ok) {
      this.end()
      this.reply(ref, 'error', { reason: admission.reason })
      if ('disconnect' in admission) this.#wire.disconnect()
      return
    }
    this.#joined = { bearer: admission.bearer, canRead: admission.canRead, canWrite: this.config.private ? undefined : everything }
    if (admission.replay !== undefined) this.#held = []
    this.#attendance.topic = this.#engine.topics.join(this.topic, this.config.private, this)
    this.#watchExpiry()
    const replayed = await admission.replay?.().catch(() => undefined)
    if (this.#ended) return
    if (admission.replay !== undefined && replayed === undefined) {
      this.end()
      this.reply(ref, 'error', { reason: 'UnableToReplayMessages: Realtime was unable to replay messages' })
      return
    }
    this.reply(ref, 'ok', { postgres_changes: [] })
    this.#attendance.sendState()
    if (this.config.replicationReady) this.#system('ok', 'Replication connection established')
    this.#replay(replayed ?? [])
  }

  #replay(replayed: readonly Broadcast[]): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const broadcast of replayed) this.deliver(broadcast)
    this.#replayed = new Set(replayed.flatMap(({ id }) => id ?? []))
    for (const broadcast of held) this.deliver(broadcast)
  }

  deliver(broadcast: Broadcast): void {
    if (this.#joined?.canRead.broadcast !== true) return
    if (this.#held !== undefined) this.#held.push(broadcast)
    else if (broadcast.id === undefined || this.#replayed?.has(broadcast.id) !== true) this.#wire.deliver(broadcast)
  }

  deliverPresence(diff: Broadcast): void {
    if (this.canReadPresence && this.#held === undefined) this.#wire.deliver(diff)
  }

  get hasJoined(): boolean {
    return this.#joined !== undefined
  }

  get canReadPresence(): boolean {
    return this.#attendance.enabled && this.#joined?.canRead.presence === true
  }

  #broadcast(message: ClientMessage): void | Promise<void> {
    if (this.#joined?.canWrite !== undefined) return this.#send(message)
    return this.canWrite().then(() => this.#send(message))
  }

  /** The rights to speak are asked for when somebody first speaks, then known until a new token. */
  async canWrite(): Promise<Rights> {
    const joined = this.#joined
    if (joined === undefined) return { broadcast: false, presence: false }
    joined.canWrite ??= await this.#wire.rightsOf.toWrite(this.topic, joined.bearer)
    return joined.canWrite
  }

  /** Asks again with presence, which the join left out when presence was off. */
  async readPresenceRight(): Promise<void> {
    const joined = this.#joined
    if (joined === undefined || !this.config.private) return
    joined.canRead = { ...joined.canRead, presence: (await this.#wire.rightsOf.toRead(this.topic, joined.bearer, true)).presence }
  }

  #send({ ref, payload, userBroadcast, size }: ClientMessage): void {
    // Without the right to speak there is no answer either.
    if (this.#ended || this.#joined?.canWrite?.broadcast !== true) return
    if (size > this.#engine.limits.broadcastBytes) {
      if (this.config.ack) this.reply(ref, 'error', { reason: 'Payload size exceeds the limit' })
      return
    }
    if (userBroadcast === undefined && !isRecord(payload)) return
    const broadcast = userBroadcast === undefined ? Broadcast.ofEvent(this.wireTopic, 'broadcast', payload) : Broadcast.ofUser(this.wireTopic, userBroadcast)
    this.#engine.topics.publish(this.topic, this.config.private, broadcast, this.config.self ? undefined : this)
    if (this.config.ack) this.reply(ref, 'ok', {})
  }

  async #renew(token: unknown): Promise<void> {
    const joined = this.#joined
    if (joined === undefined || typeof token !== 'string' || token.startsWith('sb_') || token === joined.bearer.token) return
    const verdict = await readBearer(this.#engine.tokens, token, this.#engine.now())
    if (!verdict.ok) {
      this.shutdown(verdict.message)
      return
    }
    const canRead = this.config.private ? await this.#wire.rightsOf.toRead(this.topic, verdict.bearer, this.#attendance.enabled) : everything
    if (this.#ended) return
    if (!canRead.broadcast && !canRead.presence) {
      this.shutdown(`You no longer have permission to read from this Channel topic: ${this.topic}`)
      return
    }
    this.#joined = { bearer: verdict.bearer, canRead, canWrite: this.config.private ? undefined : everything }
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
    this.#engine.topics.leave(this.topic, this.config.private, this)
    this.#attendance.end()
    this.#wire.forget(this)
  }
}
