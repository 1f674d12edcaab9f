import { storedAtom } from './stored-atom.ts'

/** Whether this device shows no more what is next of the first run: nothing is missing, or a parent hid it. */
export const firstRunOverAtom = storedAtom('firstRunOver', (text) => (text === 'true' ? true : null))
