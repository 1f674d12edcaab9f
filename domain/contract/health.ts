import * as z from 'zod/mini'

/** `absent`: this installation has no such service, and needs none yet. */
const Part = z.enum(['ok', 'down', 'absent'])

export const Health = z.object({
  status: z.enum(['ok', 'down']),
  /** That of the API; missing before 1.0.0. */
  version: z.optional(z.string()),
  database: Part,
  auth: Part,
  realtime: Part,
  storage: Part,
  /** The caller's address; null when no trusted source gives it. */
  caller: z.nullable(z.string()),
  /** Whether the connection from the API to the database is encrypted; null where both are on one machine. */
  databaseTls: z.nullable(z.boolean()),
})
export type Health = z.infer<typeof Health>
