import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { Refusal } from './refusal.ts'

const mostBytes = 1024 * 1024

/** JSON null counts as a missing field, and fields nobody asked for are ignored: both as the hosted service does. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
export const Metadata = z.record(z.string(), z.unknown())
export type Metadata = z.infer<typeof Metadata>
export const metadata = Metadata.nullish().transform((value) => value ?? undefined)

/** The parsed body, or 400 bad_json, or 413. */
export async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T> | Refusal> {
  const bytes = await limitedBytes(request)
  return bytes instanceof Refusal ? bytes : parse(bytes, schema)
}

/** As readBody, for calls that may come without a body. */
export async function readOptionalBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T> | Refusal> {
  const bytes = await limitedBytes(request)
  if (bytes instanceof Refusal) return bytes
  return bytes.length === 0 ? schema.parse({}) : parse(bytes, schema)
}

function parse<T extends z.ZodType>(bytes: Uint8Array, schema: T): z.output<T> | Refusal {
  const value = parseJson(bytes)
  // The parser's own words quote the body, and the body may hold a password.
  if (value === undefined) return notJson(bytes.length === 0 ? 'unexpected end of JSON input' : 'invalid JSON')
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  return notJson(field === '' ? 'an object is expected' : `field ${field} has the wrong type`)
}

const tooLarge = () => new Refusal(413, 'request_entity_too_large', `Request body is larger than ${mostBytes} bytes`)
const notJson = (why: string) => new Refusal(400, 'bad_json', `Could not parse request body as JSON: ${why}`)

async function limitedBytes(request: Request): Promise<Uint8Array | Refusal> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) {
    await request.body?.cancel()
    return tooLarge()
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    // The length header may be missing or wrong; leaving the loop early cancels the stream.
    for await (const chunk of request.body ?? []) {
      size += chunk.length
      if (size > mostBytes) return tooLarge()
      chunks.push(chunk)
    }
  } catch {
    return notJson('the request ended before its body did')
  }
  return new Blob(chunks).bytes()
}
