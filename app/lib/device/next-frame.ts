/** In milliseconds. */
const longestWait = 50

/** Calls back in the next frame, or after a timeout, because a hidden or covered page has no frames. */
export function onNextFrame(callback: () => void): void {
  const next = () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = requestAnimationFrame(next)
  const timer = setTimeout(next, longestWait)
}

/** Resolves after the next paint, so that feedback on an input is visible before further rendering. */
export const nextPaint = () => new Promise<void>((resolve) => onNextFrame(() => setTimeout(resolve)))
