import { Broadcast } from './broadcasts.ts'
import type { Channel } from './channel.ts'
import type { Engine } from './engine.ts'
import type { ClientMessage, Ref } from './frames.ts'
import { isRecord } from './frames.ts'
import { Rate } from './limits.ts'
import type { PresenceDiff } from './presence.ts'
import type { Topic } from './topics.ts'

/** What one channel has to do with its topic's presence. */
export class Attendance {
  /** Switched on by the join, or later by the first `track`. */
  enabled: boolean
  /** Set once the channel has joined. */
  topic: Topic | undefined
  readonly #engine: Engine
  readonly #channel: Channel
  readonly #calls: Rate

  constructor(engine: Engine, channel: Channel) {
    this.#engine = engine
    this.#channel = channel
    this.enabled = channel.config.presenceEnabled
    this.#calls = new Rate(engine.limits.presenceCalls, engine.limits.presenceWindowMs, engine.now)
  }

  sendState(): void {
    if (this.topic !== undefined && this.#channel.canReadPresence) this.#channel.push('presence_state', this.topic.presence.state())
  }

  handle({ ref, payload: message, size }: ClientMessage): void | Promise<void> {
    const { event, payload = {} } = isRecord(message) ? message : {}
    if (size > this.#engine.limits.broadcastBytes) {
      this.#channel.reply(ref, 'error', { reason: 'Payload size exceeds the limit' })
      return
    }
    if (typeof event !== 'string') {
      this.#channel.reply(ref, 'ok', {})
      return
    }
    if (!this.#calls.take()) {
      this.#channel.shutdown('Client presence rate limit exceeded')
      return
    }
    switch (event.toLowerCase()) {
      case 'track':
        return this.#channel.config.private ? this.#trackIfAllowed(ref, payload) : this.#track(ref, payload)
      case 'untrack':
        this.#channel.reply(ref, 'ok', {})
        this.#announce(this.topic?.presence.untrack(this.#channel))
        return
      default:
        this.#channel.reply(ref, 'error', {})
    }
  }

  async #trackIfAllowed(ref: Ref, payload: unknown): Promise<void> {
    if (!this.enabled) await this.#channel.readPresenceRight()
    const canWrite = await this.#channel.canWrite()
    if (canWrite.presence) this.#track(ref, payload)
    else this.#channel.reply(ref, 'error', {})
  }

  #track(ref: Ref, payload: unknown): void {
    if (this.topic === undefined) return
    if (!isRecord(payload)) {
      this.#channel.reply(ref, 'error', { reason: 'Presence track payload must be a map' })
      return
    }
    this.#channel.reply(ref, 'ok', {})
    const diff = this.topic.presence.track(this.#channel, this.#channel.config.presenceKey, payload)
    if (!this.enabled) {
      // From now on this client hears who comes and goes, so it must know who is there.
      this.enabled = true
      this.sendState()
    }
    this.#announce(diff)
  }

  #announce(diff: PresenceDiff | undefined): void {
    if (diff === undefined || this.topic === undefined) return
    const broadcast = Broadcast.ofEvent(this.#channel.wireTopic, 'presence_diff', diff)
    for (const subscriber of this.topic.subscribers) subscriber.deliverPresence(broadcast)
  }

  end(): void {
    this.#announce(this.topic?.presence.untrack(this.#channel))
    this.topic = undefined
  }
}
