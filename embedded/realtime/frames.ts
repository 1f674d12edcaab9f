/** The two protocols: 1.0.0 sends objects, 2.0.0 arrays and binary broadcasts. */
export type Vsn = '1.0.0' | '2.0.0'

export type Ref = string | number | null

/** A broadcast in a binary frame: its payload stays bytes from one client to the others. */
export type UserBroadcast = { event: string; encoding: 'json' | 'binary'; bytes: Uint8Array<ArrayBuffer> }

export type ClientMessage = {
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  payload: unknown
  /** Bytes of the whole frame. */
  size: number
  /** Set when the message came as a binary frame; `payload` is then undefined. */
  userBroadcast?: UserBroadcast
}

/** Undefined for what is no frame of that protocol. `size` is that of `data` in bytes. */
export function readFrame(vsn: Vsn, data: string | ArrayBuffer, size: number): ClientMessage | undefined {
  if (typeof data !== 'string') return vsn === '2.0.0' ? readBinary(new Uint8Array(data)) : undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return undefined
  }
  if (vsn === '2.0.0') {
    if (!Array.isArray(parsed) || parsed.length !== 5) return undefined
    const [joinRef, ref, topic, event, payload] = parsed as unknown[]
    return message(size, joinRef, ref, topic, event, payload)
  }
  if (!isRecord(parsed)) return undefined
  return message(size, parsed['join_ref'], parsed['ref'], parsed['topic'], parsed['event'], parsed['payload'])
}

function message(size: number, joinRef: unknown, ref: unknown, topic: unknown, event: unknown, payload: unknown): ClientMessage | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  if (!isRef(joinRef) || !isRef(ref)) return undefined
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload, size }
}

const isRef = (value: unknown): value is Ref | undefined => value === undefined || value === null || typeof value === 'string' || typeof value === 'number'

export const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

// Kind 3 is [3][joinRef][ref][topic][event][metadata] lengths, [encoding], the five texts, the payload.
const userBroadcastPush = 3
const pushHeader = 7
const decoder = new TextDecoder('utf-8', { fatal: true })

function readBinary(bytes: Uint8Array<ArrayBuffer>): ClientMessage | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0, eventLength = 0, metadataLength = 0, encoding] = bytes
  if (kind !== userBroadcastPush || (encoding !== 0 && encoding !== 1)) return undefined
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
    const payload = bytes.subarray(at)
    // Text that is no JSON would break every client it is passed on to.
    if (encoding === 1) JSON.parse(decoder.decode(payload))
    return {
      joinRef: joinRef === '' ? null : joinRef,
      ref: ref === '' ? null : ref,
      topic,
      event: 'broadcast',
      payload: undefined,
      size: bytes.length,
      userBroadcast: { event, encoding: encoding === 1 ? 'json' : 'binary', bytes: payload },
    }
  } catch {
    return undefined
  }
}

/** A frame of text to one client. */
export function textFrame(vsn: Vsn, joinRef: Ref, ref: Ref, topic: string, event: string, payload: unknown): string {
  return vsn === '2.0.0' ? JSON.stringify([joinRef, ref, topic, event, payload]) : JSON.stringify({ topic, event, payload, ref })
}
