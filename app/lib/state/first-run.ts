import { storedAtom } from './stored-atom.ts'

/** The first run of a new family. */
export const welcomePath = '/welcome'

/**
 * What is left of the first run on this device: `later` after a parent left it, `over` when nothing is missing or a
 * parent hid what is next; null until then. Earlier versions stored `true`.
 */
export const firstRunAtom = storedAtom('firstRunOver', (text) =>
  text === 'true' ? 'over' : text === 'later' || text === 'over' ? text : null,
)
