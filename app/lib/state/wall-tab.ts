import { storedAtom } from './stored-atom.ts'

/** Whether this tab is a wall that only a parent's PIN leaves. Lasts as long as the tab, reloads included. */
export const wallTabAtom = storedAtom(
  'wall',
  (text) => text === 'true' || null,
  () => sessionStorage,
)
