import { atom } from 'jotai'

/** The two ways to look at the family's quests; every visit begins with the calendar. */
export const missionControlViewAtom = atom<'calendar' | 'kanban'>('calendar')
