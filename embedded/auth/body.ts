import { z } from 'zod'
import { parseJson } from '../../edge-functions/api/json.ts'
import { readBytes } from '../body.ts'
import { ServiceRefusal } from '../service-refusal.ts'
import type { Auth, AuthCall, AuthHandler } from './context.ts'
import { notJson, notImplemented } from './refusal.ts'

const mostBytes = 1024 * 1024

/** JSON null counts as a missing field, as the hosted service has it. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? '')
export const Metadata = z.record(z.string(), z.unknown())
export type Metadata = z.infer<typeof Metadata>
export const metadata = Metadata.nullish().transform((value) => value ?? {})

/** Returns the parsed body, or 400 bad_json, 413, or 501 for a field with a value that `schema` does not have. */
export async function readBody<T extends z.ZodObject>(
  request: Request,
  schema: T,
): Promise<z.output<T> | ServiceRefusal> {
  const bytes = await readBytes(request, mostBytes)
  if (bytes === undefined)
    return new ServiceRefusal(413, 'request_entity_too_large', `Request body is larger than ${mostBytes} bytes`)
  const value = parseJson(bytes)
  // The parser's own words quote the body, and the body may hold a password.
  if (value === undefined) return notJson(bytes.length === 0 ? 'unexpected end of JSON input' : 'invalid JSON')
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return refuseOtherFields(Object(value), schema) ?? parsed.data
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  return notJson(field === '' ? 'an object is expected' : `field ${field} has the wrong type`)
}

/** A call that begins with reading its body. */
export function withBody<T extends z.ZodObject>(
  schema: T,
  handle: (auth: Auth, call: AuthCall, body: z.output<T>) => ReturnType<AuthHandler>,
): AuthHandler {
  return async (auth, call) => {
    const body = await readBody(call.request, schema)
    return body instanceof ServiceRefusal ? body : handle(auth, call, body)
  }
}

/** Refuses an unsupported field, so that no phone number or code challenge is ignored silently. */
function refuseOtherFields(body: Record<string, unknown>, { shape }: z.ZodObject): ServiceRefusal | undefined {
  // Clients send this with each call, for captchas.
  const known = new Set([...Object.keys(shape), 'gotrue_meta_security'])
  const other = Object.keys(body).find((name) => !known.has(name) && body[name] !== null && body[name] !== '')
  return other === undefined ? undefined : notImplemented(`"${other.slice(0, 40)}" in this call`)
}
