import { notSupported } from '../calls.ts'
import { ServiceRefusal } from '../service-refusal.ts'

export const invalid = (message: string) => new ServiceRefusal(400, 'validation_failed', message)
export const notJson = (why: string) =>
  new ServiceRefusal(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
/** Refuses a part of a call that the product does not use; `what` begins the sentence. */
export const notImplemented = (what: string) => new ServiceRefusal(501, 'not_implemented', what)

/** Responds in the shape of this API version, which Supabase's clients of that day and later ask for. */
export function answerRefusal({ status, code, message, more }: ServiceRefusal): Response {
  if (status === 501) return notSupported(message)
  return Response.json({ code, message, ...more }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
}
