import type * as z from 'zod/mini'
import { inWords } from '#app/texts/in-words.ts'

/** The first message of each field, by the field's name: what stands beside it in a form, in the language of this page. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of error.issues) messages[String(issue.path[0] ?? 'root')] ??= inWords(issue.message, 'invalid_input')
  return messages
}
