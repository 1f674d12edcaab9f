import type { Broadcast } from './broadcasts.ts'
import { Presence } from './presence.ts'

/** What a topic needs to know of a channel that has joined it. */
export type Subscriber = {
  deliver(broadcast: Broadcast): void
  deliverPresence(diff: Broadcast): void
}

export type Topic = { subscribers: Set<Subscriber>; presence: Presence }

/** Who listens where. A private and a public topic of one name are two. */
export class Topics {
  readonly #topics = new Map<string, Topic>()

  get isEmpty(): boolean {
    return this.#topics.size === 0
  }

  join(name: string, isPrivate: boolean, subscriber: Subscriber): Topic {
    const key = keyOf(name, isPrivate)
    let topic = this.#topics.get(key)
    if (topic === undefined) {
      topic = { subscribers: new Set(), presence: new Presence() }
      this.#topics.set(key, topic)
    }
    topic.subscribers.add(subscriber)
    return topic
  }

  leave(name: string, isPrivate: boolean, subscriber: Subscriber): void {
    const key = keyOf(name, isPrivate)
    const topic = this.#topics.get(key)
    if (topic === undefined) return
    topic.subscribers.delete(subscriber)
    if (topic.subscribers.size === 0) this.#topics.delete(key)
  }

  publish(name: string, isPrivate: boolean, broadcast: Broadcast, except?: Subscriber): void {
    const topic = this.#topics.get(keyOf(name, isPrivate))
    if (topic === undefined) return
    for (const subscriber of topic.subscribers) if (subscriber !== except) subscriber.deliver(broadcast)
  }
}

const keyOf = (name: string, isPrivate: boolean) => (isPrivate ? `private:${name}` : `public:${name}`)
