import type * as z from 'zod/mini'
import { codedErrorOf, schemaReplyOf } from '#domain/contract/errors.ts'
import { sentenceOf } from '#app/lib/api/api-error.ts'

/** The first message of each field, by the field's name: what stands beside it in a form, in the language of this page. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {}
  // Beside its field a message does not name it.
  for (const issue of error.issues) messages[String(issue.path[0] ?? 'root')] ??= sentenceOf(schemaReplyOf(...codedErrorOf({ ...issue, path: [] })))
  return messages
}
