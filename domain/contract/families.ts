import * as z from 'zod/mini'
import { FamilyId, MemberId, Version } from './ids.ts'

export const MemberRole = z.enum(['parent', 'kid'])
export type MemberRole = z.infer<typeof MemberRole>

/** One family of the signed-in user; `id` is the user's own member in it. */
export const Membership = z.object({
  id: MemberId,
  role: MemberRole,
  family: z.object({
    id: FamilyId,
    name: z.string(),
    /** Counts every change of the family's board; live news carries it. */
    revision: Version,
  }),
})
export type Membership = z.infer<typeof Membership>
