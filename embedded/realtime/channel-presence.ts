import type { ClientMessage, Ref } from './frames.ts'
import { isRecord, textFrame } from './frames.ts'
import { Rate } from '../../edge-functions/api/rate.ts'
import type { RealtimeLimits } from './limits.ts'
import type { PresenceDiff } from './presence.ts'
import type { Rights } from './rights.ts'
import type { Topic } from './topics.ts'

/** The side of a channel that its presence sees. */
type PresenceChannel = {
  readonly wireTopic: string
  readonly hasEnded: boolean
  canWrite(): Promise<Rights>
  reply(ref: Ref, status: 'ok' | 'error', response: unknown): void
  shutdown(message: string): void
}

/** Handles the presence messages of one channel and announces changes to its topic. */
export class ChannelPresence {
  readonly #channel: PresenceChannel
  readonly #topic: Topic
  readonly #calls: Rate
  readonly #mostBytes: number

  constructor(channel: PresenceChannel, topic: Topic, limits: RealtimeLimits, uptime: () => number) {
    this.#channel = channel
    this.#topic = topic
    this.#calls = new Rate(limits.presenceCalls, limits.presenceWindowMs, uptime)
    this.#mostBytes = limits.broadcastBytes
  }

  async handle({ ref, payload: message, size }: ClientMessage): Promise<void> {
    const { event, payload } = isRecord(message) ? message : {}
    if (size > this.#mostBytes) {
      this.#channel.reply(ref, 'error', { reason: 'Payload size exceeds the limit' })
    } else if (!this.#calls.take()) {
      this.#channel.shutdown('Client presence rate limit exceeded')
    } else if (event === 'untrack') {
      this.#channel.reply(ref, 'ok', {})
      this.end()
    } else if (event === 'track' && (await this.#channel.canWrite()).presence) {
      this.#track(ref, payload)
    } else {
      this.#channel.reply(ref, 'error', {})
    }
  }

  #track(ref: Ref, payload: unknown): void {
    if (this.#channel.hasEnded) return
    if (!isRecord(payload)) {
      this.#channel.reply(ref, 'error', { reason: 'Presence track payload must be a map' })
      return
    }
    this.#channel.reply(ref, 'ok', {})
    this.#announce(this.#topic.presence.track(this.#channel, payload))
  }

  #announce(diff: PresenceDiff | undefined): void {
    if (diff === undefined) return
    const frame = textFrame(null, null, this.#channel.wireTopic, 'presence_diff', diff)
    for (const subscriber of this.#topic.subscribers) subscriber.deliverPresence(frame)
  }

  /** Untracks the channel. */
  end(): void {
    this.#announce(this.#topic.presence.untrack(this.#channel))
  }
}
