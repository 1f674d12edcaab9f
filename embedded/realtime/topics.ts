import type { Frame } from './frames.ts'
import { TopicPresence } from './presence.ts'

/** A channel as its topic sees it. */
export type Subscriber = {
  deliver(broadcast: Frame): void
  deliverPresence(diff: Frame): void
}

export type Topic = { subscribers: Set<Subscriber>; presence: TopicPresence }

/** The subscribers of each topic. */
export class Topics {
  readonly #topics = new Map<string, Topic>()

  has(name: string): boolean {
    return this.#topics.has(name)
  }

  join(name: string, subscriber: Subscriber): Topic {
    let topic = this.#topics.get(name)
    if (topic === undefined) {
      topic = { subscribers: new Set(), presence: new TopicPresence() }
      this.#topics.set(name, topic)
    }
    topic.subscribers.add(subscriber)
    return topic
  }

  leave(name: string, subscriber: Subscriber): void {
    const topic = this.#topics.get(name)
    if (topic === undefined) return
    topic.subscribers.delete(subscriber)
    if (topic.subscribers.size === 0) this.#topics.delete(name)
  }

  publish(name: string, broadcast: Frame | undefined, except?: Subscriber): void {
    const topic = this.#topics.get(name)
    if (topic === undefined || broadcast === undefined) return
    for (const subscriber of topic.subscribers) if (subscriber !== except) subscriber.deliver(broadcast)
  }
}
