/// <reference lib="dom" />
declare global {
  interface Window {
    stopwatch: ReturnType<typeof installStopwatch>
  }
}

/**
 * Runs in the page, before its own scripts: tells what its loading cost, and when the effect of an input was painted.
 * All moments are milliseconds of one clock.
 */
export function installStopwatch() {
  const loading = { largestPaint: 0, shift: 0, blocked: 0 }
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (loading.largestPaint = startTime))
  observe('layout-shift', (entry) => (loading.shift += 'value' in entry ? Number(entry.value) : 0))
  // A task blocks for what it takes beyond 50 ms.
  observe('longtask', ({ duration }) => (loading.blocked += Math.max(0, duration - 50)))

  const inputs = ['click', 'pointerup', 'keydown']
  let lastInput = 0
  const note = (event: Event) => {
    lastInput = performance.timeOrigin + event.timeStamp
  }
  for (const kind of inputs) window.addEventListener(kind, note, { capture: true })

  // The browser's own measure of an input until the next frame is on the screen, rounded to 8 ms; below 16 ms it
  // reports nothing.
  const answers: { at: number; took: number }[] = []
  const asked = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries())
      if (inputs.includes(name)) answers.push({ at: performance.timeOrigin + startTime, took: duration })
  }).observe(asked)

  let frames: number[] = []
  let nextFrame = 0
  const countFrame = (time: number) => {
    frames.push(time)
    nextFrame = requestAnimationFrame(countFrame)
  }
  const stopwatch = {
    loading,
    /** When the first frame with something that fits `selector` was on the screen. */
    painted: (selector: string) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`Nothing was painted that fits ${selector}`)), 20_000)
        // Behind the frame that shows it: a task after the next frame was made.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
        const watch = new MutationObserver(() => {
          if (document.querySelector(selector) === null) return
          watch.disconnect()
          requestAnimationFrame(() => port2.postMessage(undefined))
        })
        watch.observe(document, { childList: true, subtree: true, attributes: true })
      }),
    /** When the last click, release or key press happened. */
    lastInput: () => lastInput,
    /** Milliseconds from the slowest input between `since` and `until` to the next frame; 16 stands for less too. */
    async answered(since: number, until: number): Promise<number> {
      // It is reported behind the frame.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return Math.max(16, ...answers.filter(({ at }) => at >= since - 1 && at <= until).map(({ took }) => took))
    },
    beginFrames() {
      frames = []
      nextFrame = requestAnimationFrame(countFrame)
    },
    /** Mean milliseconds between one frame and the next, since `beginFrames`. */
    endFrames(): number {
      cancelAnimationFrame(nextFrame)
      return (frames.at(-1)! - frames[0]!) / (frames.length - 1)
    },
  }
  window.stopwatch = stopwatch
  return stopwatch
}
