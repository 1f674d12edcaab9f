import { atom } from 'jotai'
import { store } from '#app/state/store.ts'
import { allSent, loseUnsent, unsentCount } from './unsent.ts'

/** Asks whether to lose what waits; undefined while nobody is asked. */
export const lossQuestionAtom = atom<{ count: number; answer: (mayLose: boolean) => void } | undefined>(undefined)

/** Milliseconds in which what waits is sent before somebody is asked. */
const graceMs = 2000

/** Sends what waits for the acting member first; where that takes long, asks whether to lose it. */
export async function mayLeave(): Promise<boolean> {
  if (unsentCount() === 0) return true
  await allSent(graceMs)
  const count = unsentCount()
  if (count === 0) return true
  const mayLose = await new Promise<boolean>((answer) => store.set(lossQuestionAtom, { count, answer }))
  store.set(lossQuestionAtom, undefined)
  if (mayLose) loseUnsent()
  return mayLose
}
