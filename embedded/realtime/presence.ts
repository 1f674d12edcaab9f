export type Meta = Record<string, unknown> & { phx_ref: string }

export type PresenceState = Record<string, { metas: Meta[] }>

export type PresenceDiff = { joins: PresenceState; leaves: PresenceState }

/** The presence state of one topic. Each channel tracks at most one payload, under a key that is made here. */
export class TopicPresence {
  readonly #tracked = new Map<object, { key: string; meta: Meta; json: string }>()

  /** Undefined when the payload is what was tracked before. */
  track(channel: object, payload: Record<string, unknown>): PresenceDiff | undefined {
    const before = this.#tracked.get(channel)
    const json = JSON.stringify(payload)
    if (before?.json === json) return undefined
    const key = before?.key ?? crypto.randomUUID()
    const meta: Meta = {
      ...payload,
      phx_ref: newRef(),
      ...(before === undefined ? {} : { phx_ref_prev: before.meta.phx_ref }),
    }
    this.#tracked.set(channel, { key, meta, json })
    return { joins: entry(key, meta), leaves: before === undefined ? {} : entry(key, before.meta) }
  }

  untrack(channel: object): PresenceDiff | undefined {
    const before = this.#tracked.get(channel)
    if (before === undefined) return undefined
    this.#tracked.delete(channel)
    return { joins: {}, leaves: entry(before.key, before.meta) }
  }

  state(): PresenceState {
    return Object.fromEntries([...this.#tracked.values()].map(({ key, meta }) => [key, { metas: [meta] }]))
  }
}

const entry = (key: string, meta: Meta): PresenceState => ({ [key]: { metas: [meta] } })

/** `F` and twelve letters, as Phoenix's own look. */
function newRef(): string {
  return `F${crypto.getRandomValues(new Uint8Array(9)).toBase64({ alphabet: 'base64url' })}`
}
