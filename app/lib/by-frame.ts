import { nextPaint } from './next-frame.ts'

/**
 * Passes things on in bunches, in their order: the first after `patience` milliseconds, mostly at once, whatever comes
 * before that is on the screen together behind it. So a burst of news is drawn once or twice, and a lone one does not
 * wait for another.
 */
export function byFrame<Thing>(pass: (things: readonly Thing[]) => void, patience = () => 0): (thing: Thing) => void {
  let waiting: Thing[] = []
  let isBusy = false
  const passOn = async () => {
    try {
      while (waiting.length > 0) {
        const bunch = waiting
        waiting = []
        pass(bunch)
        await nextPaint()
      }
    } finally {
      isBusy = false
    }
  }
  return (thing) => {
    waiting.push(thing)
    if (isBusy) return
    isBusy = true
    const wait = patience()
    if (wait === 0) void passOn()
    else setTimeout(() => void passOn(), wait)
  }
}
