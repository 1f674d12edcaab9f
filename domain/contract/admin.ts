import * as z from 'zod/mini'

export const AdminStats = z.object({ totalUsers: z.int(), totalFamilies: z.int() })
export type AdminStats = z.infer<typeof AdminStats>
