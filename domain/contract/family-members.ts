import * as z from 'zod/mini'
import { MemberRole } from './families.ts'
import { MemberId, Version } from './ids.ts'

export const FamilyMember = z.object({
  id: MemberId,
  displayName: z.string(),
  /** A path that begins with `/objects/` is a picture; anything else seeds a generated one. */
  avatarSeed: z.string(),
  /** Has priority over `avatarSeed`; only members with a login can have one. */
  userProfileImageUrl: z.nullable(z.string()),
  role: MemberRole,
  version: Version,
})
export type FamilyMember = z.infer<typeof FamilyMember>
