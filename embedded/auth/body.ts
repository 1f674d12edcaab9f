import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { NotSpoken, Refusal } from './refusal.ts'

const mostBytes = 1024 * 1024

/** JSON null counts as a missing field, as the hosted service has it. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const Metadata = z.record(z.string(), z.unknown())
export type Metadata = z.infer<typeof Metadata>
export const metadata = Metadata.nullish().transform((value) => value ?? {})

/** Returns the parsed body, or 400 bad_json, 413, or 501 for a field with a value that `schema` does not have. */
export async function readBody<T extends z.ZodObject>(request: Request, schema: T): Promise<z.output<T> | Refusal> {
  const bytes = await readBytes(request)
  if (bytes instanceof Refusal) return bytes
  const value = parseJson(bytes)
  // The parser's own words quote the body, and the body may hold a password.
  if (value === undefined) return notJson(bytes.length === 0 ? 'unexpected end of JSON input' : 'invalid JSON')
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return refuseOtherFields(Object(value), schema) ?? parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') ?? ''
  return notJson(field === '' ? 'an object is expected' : `field ${field} has the wrong type`)
}

/** Refuses a field that is not spoken, so that no phone number or code challenge is passed over in silence. */
function refuseOtherFields(body: Record<string, unknown>, { shape }: z.ZodObject): Refusal | undefined {
  // Clients send this with each call, for captchas.
  const known = new Set([...Object.keys(shape), 'gotrue_meta_security'])
  const other = Object.keys(body).find((name) => !known.has(name) && body[name] !== null && body[name] !== '')
  return other === undefined ? undefined : new NotSpoken(`"${other.slice(0, 40)}" in this call`)
}

const tooLarge = () => new Refusal(413, 'request_entity_too_large', `Request body is larger than ${mostBytes} bytes`)
const notJson = (why: string) => new Refusal(400, 'bad_json', `Could not parse request body as JSON: ${why}`)

async function readBytes(request: Request): Promise<Uint8Array | Refusal> {
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
