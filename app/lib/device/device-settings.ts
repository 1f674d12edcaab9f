import { storedAtom } from '#app/lib/state/stored-atom.ts'

/** Whether this device makes sounds. */
export const soundAtom = storedAtom('sound', (text) => text !== 'false')

/** Whether this device shows animations. The system's reduced-motion setting applies as well. */
export const motionAtom = storedAtom('motion', (text) => text !== 'false')

/** Whether screen readers say on this device what other devices change. */
export const newsAtom = storedAtom('news', (text) => text !== 'false')

/** Whether letters and digits are commands in the games and for the sidebar of this device. */
export const shortcutsAtom = storedAtom('shortcuts', (text) => text !== 'false')
