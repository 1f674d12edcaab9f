import * as z from 'zod/mini'
import { messageOf } from './errors.ts'
import { Gems } from './gems.ts'
import { chosenId, RewardId, Version } from './ids.ts'
import { Emoji, optionalTitle } from './text.ts'

/** The ten icons of the reward dialog. */
export const rewardIcons = ['🎮', '🍕', '🎬', '📖', '🍦', '🌙', '🎨', '⚽', '🎵', '🎁'] as const

export const rewardDefaults = { icon: rewardIcons[0], gemCost: 100 } as const

/** 1 is shown to kids, 0 is hidden. */
const IsActive = z.union([z.literal(0), z.literal(1)], messageOf('invalid_input', { reason: 'malformed_activity' }))

export const Reward = z.object({
  id: RewardId,
  title: z.string(),
  icon: z.string(),
  gemCost: z.int(),
  isActive: IsActive,
  version: Version,
})
export type Reward = z.infer<typeof Reward>

const Title = optionalTitle('title')

export const NewReward = z.strictObject({
  id: chosenId(RewardId),
  title: Title,
  icon: z._default(Emoji, rewardDefaults.icon),
  gemCost: z._default(Gems, rewardDefaults.gemCost),
})
export type NewReward = z.infer<typeof NewReward>

export const RewardPatch = z
  .strictObject({
    title: z.optional(Title),
    icon: z.optional(Emoji),
    gemCost: z.optional(Gems),
    isActive: z.optional(IsActive),
  })
  .check(
    z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })),
  )
export type RewardPatch = z.infer<typeof RewardPatch>
