import { atom } from 'jotai'

/** The selected view of Mission Control; every visit starts with the calendar. */
export const parentViewAtom = atom<'calendar' | 'kanban'>('calendar')
