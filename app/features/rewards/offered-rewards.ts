import type { rewardIcons } from '#domain/contract/rewards.ts'
import type { welcome } from '#texts/welcome'

export type OfferedReward = {
  /** Names its title in the texts. */
  name: keyof (typeof welcome)['rewards']
  icon: (typeof rewardIcons)[number]
  gemCost: number
}

/** The rewards that a new family can pick; with three quests a day a child has the first after two days. */
export const offeredRewards: readonly OfferedReward[] = [
  { name: 'bedtimeStory', icon: '📖', gemCost: 50 },
  { name: 'musicInCar', icon: '🎵', gemCost: 50 },
  { name: 'iceCream', icon: '🍦', gemCost: 100 },
  { name: 'screenTime', icon: '🎮', gemCost: 100 },
  { name: 'playBall', icon: '⚽', gemCost: 100 },
  { name: 'stayUp', icon: '🌙', gemCost: 150 },
  { name: 'chooseDinner', icon: '🍕', gemCost: 150 },
  { name: 'craftAfternoon', icon: '🎨', gemCost: 200 },
  { name: 'surprise', icon: '🎁', gemCost: 200 },
  { name: 'movieNight', icon: '🎬', gemCost: 250 },
  { name: 'bookOfOwn', icon: '📖', gemCost: 300 },
  { name: 'bigWish', icon: '🎁', gemCost: 500 },
]
