import { storedAtom } from '#app/lib/state/stored-atom.ts'

/** Whether this device makes sounds. */
export const soundAtom = storedAtom('sound', (text) => text !== 'false')

/** Whether things move; off, they are simply there. The system's own wish for stillness counts besides. */
export const motionAtom = storedAtom('motion', (text) => text !== 'false')
