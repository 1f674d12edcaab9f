import { onNextFrame } from './next-frame.ts'

/**
 * Passes things on in bunches, in their order: the first at once, whatever comes before the next frame
 * together with that frame. So a burst of news is drawn once, and a lone one does not wait.
 */
export function byFrame<Thing>(pass: (things: readonly Thing[]) => void): (thing: Thing) => void {
  let waiting: Thing[] | undefined
  const next = () => {
    const late = waiting ?? []
    waiting = undefined
    if (late.length > 0) begin(late)
  }
  const begin = (things: readonly Thing[]) => {
    waiting = []
    onNextFrame(next)
    pass(things)
  }
  return (thing) => {
    if (waiting === undefined) begin([thing])
    else waiting.push(thing)
  }
}
