export type Frame = string | Uint8Array<ArrayBuffer>

export type Ref = string | null

/** A broadcast of one client to the others: its event, and its JSON as bytes, which are passed on unparsed. */
export type UserBroadcast = { event: string; json: Uint8Array<ArrayBuffer> }

export type ClientMessage = {
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  payload: unknown
  /** Bytes of the whole frame. */
  size: number
  /** Set when the message came as a binary frame; `payload` is then undefined. */
  broadcast?: UserBroadcast
}

/**
 * Undefined for what is no frame of protocol 2.0.0, as the clients of Supabase send them. `size` is that of `data` in
 * bytes.
 */
export function readFrame(data: string | ArrayBuffer, size: number): ClientMessage | undefined {
  return typeof data === 'string' ? readText(data, size) : readBinary(new Uint8Array(data))
}

function readText(data: string, size: number): ClientMessage | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed) || parsed.length !== 5) return undefined
  const [joinRef, ref, topic, event, payload] = parsed as unknown[]
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  if (!isRef(joinRef) || !isRef(ref)) return undefined
  return { joinRef, ref, topic, event, payload, size }
}

const isRef = (value: unknown): value is Ref => value === null || typeof value === 'string'

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Kind 3 is [3][joinRef][ref][topic][event][metadata] lengths, [encoding], the five texts, the payload.
const userBroadcastPush = 3
const pushHeader = 7
const jsonEncoding = 1
const decoder = new TextDecoder('utf-8', { fatal: true })

function readBinary(bytes: Uint8Array<ArrayBuffer>): ClientMessage | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0, eventLength = 0, metadataLength = 0, encoding] = bytes
  if (kind !== userBroadcastPush || encoding !== jsonEncoding) return undefined
  const lengths = [joinRefLength, refLength, topicLength, eventLength, metadataLength]
  let at = pushHeader
  const texts: string[] = []
  try {
    for (const length of lengths) {
      if (at + length > bytes.length) return undefined
      texts.push(decoder.decode(bytes.subarray(at, at + length)))
      at += length
    }
    const [joinRef = '', ref = '', topic = '', event = ''] = texts
    const json = bytes.subarray(at)
    // Text that is no JSON would break every client it is passed on to.
    JSON.parse(decoder.decode(json))
    return {
      joinRef: joinRef === '' ? null : joinRef,
      ref: ref === '' ? null : ref,
      topic,
      event: 'broadcast',
      payload: undefined,
      size: bytes.length,
      broadcast: { event, json },
    }
  } catch {
    return undefined
  }
}

/** A frame of text to one client. */
export function textFrame(joinRef: Ref, ref: Ref, topic: string, event: string, payload: unknown): string {
  return JSON.stringify([joinRef, ref, topic, event, payload])
}

// Kind 4 is [4][topic][event][metadata] lengths, [encoding], the three texts, the payload.
const userBroadcast = 4
const header = 5
const encoder = new TextEncoder()

/**
 * A broadcast to all subscribers of a topic; `topic` has its prefix `realtime:`. `meta` names the row of a broadcast
 * from the database. Undefined when a name is longer than 255 bytes, the limit of its length field; none of the
 * product's is.
 */
export function broadcastFrame(
  topic: string,
  { event, json }: UserBroadcast,
  meta?: { id: string },
): Frame | undefined {
  const parts = [topic, event, meta === undefined ? '' : JSON.stringify(meta)].map((part) => encoder.encode(part))
  if (parts.some((part) => part.length > 255)) return undefined
  const frame = new Uint8Array(header + parts.reduce((sum, part) => sum + part.length, 0) + json.length)
  frame[0] = userBroadcast
  let at = header
  for (const [index, part] of parts.entries()) {
    frame[1 + index] = part.length
    frame.set(part, at)
    at += part.length
  }
  frame[4] = jsonEncoding
  frame.set(json, at)
  return frame
}
