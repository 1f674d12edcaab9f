import type * as z from 'zod/mini'
import { codedErrorOf, schemaReplyOf } from '#domain/contract/errors.ts'
import { sentenceOf } from '#app/lib/api/api-error.ts'

/** The first message for each field, by field name, in the language of this page. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {}
  // Leaves out the field's name, because the message appears beside the field.
  for (const issue of error.issues)
    messages[String(issue.path[0] ?? 'root')] ??= sentenceOf(schemaReplyOf(...codedErrorOf({ ...issue, path: [] })))
  return messages
}
