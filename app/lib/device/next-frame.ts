/** In milliseconds. */
const longestWait = 50

/** A page that cannot be seen, or lies behind another window, has no frames: time has to do. */
export function onNextFrame(callback: () => void): void {
  const next = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = requestAnimationFrame(next)
  const timer = setTimeout(next, longestWait)
}

/** Resolves when all that has changed so far is on the screen: what the hand did is answered there before more is drawn. */
export const nextPaint = () => new Promise<void>((resolve) => onNextFrame(() => setTimeout(resolve)))
