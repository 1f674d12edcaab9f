export type Meta = Record<string, unknown> & { phx_ref: string }

export type PresenceDiff = { joins: Record<string, { metas: Meta[] }>; leaves: Record<string, { metas: Meta[] }> }

/** Who is present on one topic. Each channel tracks at most one thing about itself, under its key. */
export class Presence {
  readonly #tracked = new Map<object, { key: string; meta: Meta; json: string }>()

  /** Undefined when the payload is what was tracked before. */
  track(channel: object, key: string, payload: Record<string, unknown>): PresenceDiff | undefined {
    const before = this.#tracked.get(channel)
    const json = JSON.stringify(payload)
    if (before?.json === json) return undefined
    const meta: Meta = { ...payload, phx_ref: newRef(), ...(before === undefined ? {} : { phx_ref_prev: before.meta.phx_ref }) }
    this.#tracked.set(channel, { key, meta, json })
    return { joins: entry(key, meta), leaves: before === undefined ? {} : entry(key, before.meta) }
  }

  untrack(channel: object): PresenceDiff | undefined {
    const before = this.#tracked.get(channel)
    if (before === undefined) return undefined
    this.#tracked.delete(channel)
    return { joins: {}, leaves: entry(before.key, before.meta) }
  }

  state(): Record<string, { metas: Meta[] }> {
    const grouped = new Map<string, { metas: Meta[] }>()
    for (const { key, meta } of this.#tracked.values()) {
      const present = grouped.get(key)
      if (present === undefined) grouped.set(key, { metas: [meta] })
      else present.metas.push(meta)
    }
    return Object.fromEntries(grouped)
  }
}

const entry = (key: string, meta: Meta) => ({ [key]: { metas: [meta] } })

/** `F` and twelve letters, as Phoenix's own look. */
function newRef(): string {
  return `F${crypto.getRandomValues(new Uint8Array(9)).toBase64({ alphabet: 'base64url' })}`
}
