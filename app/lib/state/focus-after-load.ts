import { storedAtom } from './stored-atom.ts'

/** The focus for the page that an action of this page loads: its heading, or the chosen language. */
export const focusAfterLoadAtom = storedAtom(
  'focus',
  (text) => (text === 'heading' || text === 'language' ? text : null),
  () => sessionStorage,
)
