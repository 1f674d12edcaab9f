import { createStore } from 'jotai'

/** The Jotai store of the page; imported by what reads and writes atoms outside of components. */
export const store = createStore()
