import type { questIcons } from '#domain/contract/quests.ts'
import type { welcome } from '#texts/welcome'

export type OfferedQuest = {
  /** Names its title in the texts. */
  name: keyof (typeof welcome)['quests']
  icon: (typeof questIcons)[number]
  gemValue: number
}

/** The quests that a new family can pick, by the age from which children manage them. */
export const offeredQuests: Record<keyof (typeof welcome)['ages'], readonly OfferedQuest[]> = {
  small: [
    { name: 'brushTeeth', icon: '🦷', gemValue: 10 },
    { name: 'putToysAway', icon: '🧹', gemValue: 10 },
    { name: 'getDressed', icon: '💪', gemValue: 10 },
    { name: 'clearPlate', icon: '🍽️', gemValue: 10 },
    { name: 'lookAtBook', icon: '📚', gemValue: 10 },
    { name: 'drawPicture', icon: '🎨', gemValue: 10 },
  ],
  middle: [
    { name: 'makeBed', icon: '🛏️', gemValue: 15 },
    { name: 'doHomework', icon: '📚', gemValue: 20 },
    { name: 'setTable', icon: '🍽️', gemValue: 15 },
    { name: 'feedPet', icon: '🐕', gemValue: 15 },
    { name: 'packBag', icon: '💪', gemValue: 15 },
    { name: 'tidyRoom', icon: '🧹', gemValue: 20 },
    { name: 'playOutside', icon: '⚽', gemValue: 10 },
    { name: 'waterPlants', icon: '🌱', gemValue: 10 },
  ],
  big: [
    { name: 'walkDog', icon: '🐕', gemValue: 30 },
    { name: 'doDishes', icon: '🍽️', gemValue: 25 },
    { name: 'sweepFloor', icon: '🧹', gemValue: 25 },
    { name: 'readHalfHour', icon: '📚', gemValue: 20 },
    { name: 'practiseInstrument', icon: '🎨', gemValue: 20 },
    { name: 'takeOutTrash', icon: '💪', gemValue: 20 },
  ],
}
