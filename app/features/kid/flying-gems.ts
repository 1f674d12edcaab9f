import { atom } from 'jotai'

/** Bubbles under a finger and bursts whose gems have not landed yet: while there is one, the counter waits. */
export const flyingAtom = atom(0)

/** Where the gems land: the counter carries this attribute. */
export const landingPlace = '[data-gem-target]'
