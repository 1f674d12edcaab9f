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

/** In milliseconds. */
const longestWait = 50

/** A page that cannot be seen, or lies behind another window, has no frames: time has to do. */
function onNextFrame(callback: () => void): void {
  const next = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = requestAnimationFrame(next)
  const timer = setTimeout(next, longestWait)
}
