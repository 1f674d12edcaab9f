import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { invalidRequest, Refusal } from './refusal.ts'

const longestJson = 1024 * 1024

/** The sender went away before the end. */
export class BodyEnded extends Error {
  override name = 'BodyEnded'
}

/** Yields the body as it arrives. A reader that stops early, or returns it, stops the sender too. */
export async function* bytesOf(request: Request): AsyncGenerator<Uint8Array, void> {
  const reader = request.body?.getReader()
  if (reader === undefined) return
  try {
    for (;;) {
      const { value, done } = await reader.read().catch(() => {
        throw new BodyEnded()
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The parsed body, or what is wrong with it. */
export async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T> | Refusal> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of bytesOf(request)) {
    size += chunk.length
    if (size > longestJson) return new Refusal(413, 'InvalidRequest', 'Request body is too large')
    chunks.push(new Uint8Array(chunk))
  }
  const value = parseJson(await new Blob(chunks).bytes())
  if (value === undefined) return invalidRequest('body must be valid JSON')
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path[0]
  if (field === undefined) return invalidRequest('body must be object')
  const isMissing = typeof value === 'object' && value !== null && !(field in value)
  return invalidRequest(isMissing ? `body must have required property '${String(field)}'` : `body/${issue?.path.join('/')} is not valid`)
}
