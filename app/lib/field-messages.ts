import type * as z from 'zod/mini'

/** The first message of each field, by the field's name: what stands beside it in a form. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const issue of error.issues) messages[String(issue.path[0] ?? 'root')] ??= issue.message
  return messages
}
