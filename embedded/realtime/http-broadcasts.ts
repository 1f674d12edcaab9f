import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { readBearer } from './bearer.ts'
import type { Bearer } from './bearer.ts'
import { Broadcast, bytesOf } from './broadcasts.ts'
import type { Engine } from './engine.ts'
import type { UserBroadcast } from './frames.ts'
import { KeyedRate } from './limits.ts'
import { RightsOf } from './rights.ts'

type Outgoing = { topic: string; private: boolean; content: UserBroadcast }

const Message = z.looseObject({
  topic: z.string().min(1),
  event: z.string().min(1),
  payload: z.record(z.string(), z.unknown()),
  private: z.boolean().catch(false),
})

const Batch = z.looseObject({ messages: z.array(z.unknown()) })

const reply = (status: number, body: unknown) => Response.json(body, { status })
const accepted = () => new Response(null, { status: 202 })

/** `POST /api/broadcast` and `POST /api/broadcast/:topic/events/:event`. */
export class HttpBroadcasts {
  readonly #engine: Engine
  readonly #mapKey: (key: string) => string
  readonly #rates: KeyedRate

  constructor(engine: Engine, mapKey: (key: string) => string) {
    this.#engine = engine
    this.#mapKey = mapKey
    this.#rates = new KeyedRate(engine.limits.eventsPerSecond, 1000, engine.now)
  }

  async fetch(request: Request, url: URL, path: string, token: string | undefined): Promise<Response> {
    const single = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/.exec(path)
    if (single === null && path !== '/api/broadcast') return reply(404, { error: 'Not Found' })
    if (request.method !== 'POST') return reply(404, { error: 'Not Found' })
    const bearer = await this.#bearer(request, token)
    // Where every channel is private, the key alone reaches nobody.
    if (bearer === undefined || (!this.#engine.allowPublicAccess && bearer.role === 'anon')) return reply(401, { message: 'Unauthorized' })
    const body = await readBody(request, this.#engine.limits.frameBytes)
    if (body === 'too large') return reply(422, { errors: { payload: [tooLarge] } })
    if (body === 'cut off') return reply(400, { message: 'The request ended before its body did' })
    if (single === null) return this.#send(request, bearer, this.#readBatch(body))
    const [, topic = '', event = ''] = single
    return this.#send(request, bearer, this.#readOne(request, url, topic, event, body))
  }

  async #bearer(request: Request, token: string | undefined): Promise<Bearer | undefined> {
    const sent = request.headers.get('authorization')?.replace(/^bearer\s+/i, '') ?? token ?? request.headers.get('apikey') ?? undefined
    if (sent === undefined) return undefined
    const verdict = await readBearer(this.#engine.tokens, sent.startsWith('sb_') ? this.#mapKey(sent) : sent, this.#engine.now())
    return verdict.ok ? verdict.bearer : undefined
  }

  #readBatch(body: Uint8Array<ArrayBuffer>): Outgoing[] | Problems {
    const batch = Batch.safeParse(parseJson(body))
    if (!batch.success) return { messages: ["can't be blank"] }
    const outgoing: Outgoing[] = []
    const problems: Problems[] = []
    for (const item of batch.data.messages) {
      const message = Message.safeParse(item)
      if (!message.success) {
        problems.push(Object.fromEntries(message.error.issues.map(({ path }) => [String(path[0] ?? 'message'), ['is invalid']])))
        continue
      }
      const bytes = bytesOf(JSON.stringify(message.data.payload))
      if (bytes.length > this.#engine.limits.broadcastBytes) problems.push({ payload: [tooLarge] })
      outgoing.push({ topic: message.data.topic, private: message.data.private, content: { event: message.data.event, encoding: 'json', bytes } })
    }
    return problems.length > 0 ? { messages: problems } : outgoing
  }

  #readOne(request: Request, url: URL, topic: string, event: string, body: Uint8Array<ArrayBuffer>): Outgoing[] | Problems {
    const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream') === true
    if (body.length > this.#engine.limits.broadcastBytes) return { payload: [tooLarge] }
    if (!isBinary && parseJson(body) === undefined) return { payload: ['is invalid'] }
    try {
      return [
        {
          topic: decodeURIComponent(topic),
          private: url.searchParams.get('private') === 'true',
          content: { event: decodeURIComponent(event), encoding: isBinary ? 'binary' : 'json', bytes: body },
        },
      ]
    } catch {
      return { topic: ['is invalid'] }
    }
  }

  async #send(request: Request, bearer: Bearer, outgoing: Outgoing[] | Problems): Promise<Response> {
    if (!Array.isArray(outgoing)) return reply(422, { errors: outgoing })
    if (!outgoing.every(({ topic }) => this.#rates.take(topic))) return reply(429, { message: 'Too many messages per second' })
    const rightsOf = new RightsOf(this.#engine.sql, request.headers)
    const canWrite = new Map<string, boolean>()
    for (const { topic, private: isPrivate, content } of outgoing) {
      if (isPrivate) {
        if (!canWrite.has(topic)) canWrite.set(topic, (await rightsOf.toWrite(topic, bearer)).broadcast)
        // Without the right to speak the answer is the same.
        if (canWrite.get(topic) !== true) continue
      }
      this.#engine.topics.publish(topic, isPrivate, Broadcast.ofUser(`realtime:${topic}`, content))
    }
    return accepted()
  }
}

type Problems = { [field: string]: string[] | Problems[] }

const tooLarge = 'Payload size exceeds the limit'

/** 'too large' when there is more than `most` bytes of it, the rest of which is then not read; 'cut off' when its sender hung up. */
async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | 'too large' | 'cut off'> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length
      if (length > most) return 'too large'
      chunks.push(chunk)
    }
  } catch {
    return 'cut off'
  }
  return new Blob(chunks).bytes()
}
