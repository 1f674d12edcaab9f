import * as z from 'zod/mini'

const Part = z.enum(['ok', 'down'])

export const Health = z.object({ status: Part, database: Part, auth: Part, realtime: Part, storage: Part })
export type Health = z.infer<typeof Health>
