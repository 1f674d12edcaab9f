import type { UserBroadcast, Vsn } from './frames.ts'
import { textFrame } from './frames.ts'

/** A message to everybody on a topic, with its frames made once for each protocol. */
export class Broadcast {
  /** The id of its row, for those that came out of the database. */
  readonly id: string | undefined
  readonly #frameOf: (vsn: Vsn) => string | Uint8Array<ArrayBuffer> | undefined
  readonly #frames = new Map<Vsn, string | Uint8Array<ArrayBuffer> | undefined>()

  private constructor(frameOf: (vsn: Vsn) => string | Uint8Array<ArrayBuffer> | undefined, id?: string) {
    this.#frameOf = frameOf
    this.id = id
  }

  /** A broadcast whose parts are known; `topic` is the wire's, with `realtime:`. */
  static ofUser(topic: string, content: UserBroadcast, meta?: { id: string; replayed?: true }): Broadcast {
    return new Broadcast(
      (vsn) => (vsn === '2.0.0' ? (binary(topic, content, meta) ?? text(vsn, topic, content, meta)) : text(vsn, topic, content, meta)),
      meta?.id,
    )
  }

  /** Any other event with a payload that is passed on as it came. */
  static ofEvent(topic: string, event: string, payload: unknown): Broadcast {
    return new Broadcast((vsn) => textFrame(vsn, null, null, topic, event, payload))
  }

  /** Undefined when that protocol cannot carry it: bytes have no place in 1.0.0. */
  frame(vsn: Vsn): string | Uint8Array<ArrayBuffer> | undefined {
    if (this.#frames.has(vsn)) return this.#frames.get(vsn)
    const frame = this.#frameOf(vsn)
    this.#frames.set(vsn, frame)
    return frame
  }
}

// Kind 4 is [4][topic][event][metadata] lengths, [encoding], the three texts, the payload.
const userBroadcast = 4
const header = 5
const encoder = new TextEncoder()
const decoder = new TextDecoder()

function binary(topic: string, content: UserBroadcast, meta: object | undefined): Uint8Array<ArrayBuffer> | undefined {
  const parts = [topic, content.event, meta === undefined ? '' : JSON.stringify(meta)].map((part) => encoder.encode(part))
  // A length is one byte.
  if (parts.some((part) => part.length > 255)) return undefined
  const frame = new Uint8Array(header + parts.reduce((sum, part) => sum + part.length, 0) + content.bytes.length)
  frame[0] = userBroadcast
  let at = header
  for (const [index, part] of parts.entries()) {
    frame[1 + index] = part.length
    frame.set(part, at)
    at += part.length
  }
  frame[4] = content.encoding === 'json' ? 1 : 0
  frame.set(content.bytes, at)
  return frame
}

function text(vsn: Vsn, topic: string, content: UserBroadcast, meta: object | undefined): string | undefined {
  if (content.encoding === 'binary') return undefined
  // The payload is JSON already; parsing it only to write it again would cost the most of all.
  const inner = `{"type":"broadcast","event":${JSON.stringify(content.event)},"payload":${decoder.decode(content.bytes)}${meta === undefined ? '' : `,"meta":${JSON.stringify(meta)}`}}`
  return vsn === '2.0.0'
    ? `[null,null,${JSON.stringify(topic)},"broadcast",${inner}]`
    : `{"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${inner},"ref":null}`
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)
