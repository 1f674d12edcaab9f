import { createStore } from 'jotai'

/** The Jotai store of the page, for reads and writes of atoms outside of components. */
export const store = createStore()
