/// <reference lib="dom" />
/**
 * Runs in the page, before its own scripts: tells when the effect of an input was painted. All times are milliseconds
 * of one clock.
 */
export function installStopwatch(): void {
  const now = () => performance.timeOrigin + performance.now()
  let lastInput = 0
  const note = (event: Event) => {
    lastInput = performance.timeOrigin + event.timeStamp
  }
  for (const kind of ['click', 'pointerup', 'keydown']) window.addEventListener(kind, note, { capture: true })

  // The browser's own measure of an input until the next frame is on the screen, rounded to 8 ms; below 16 ms it
  // reports nothing.
  const answers: { at: number; took: number }[] = []
  const asked = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (['click', 'pointerup', 'keydown'].includes(name))
        answers.push({ at: performance.timeOrigin + startTime, took: duration })
    }
  }).observe(asked)

  /** When the first frame with something that fits `selector` was on the screen. */
  const painted = (selector: string) =>
    new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`Nothing was painted that fits ${selector}`)), 10_000)
      const seen = () => {
        // Behind the frame that shows it: a task after the next frame was made.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => resolve(now()))
          port1.start()
          port2.postMessage(undefined)
        })
      }
      if (document.querySelector(selector) !== null) return seen()
      const watch = new MutationObserver(() => {
        if (document.querySelector(selector) === null) return
        watch.disconnect()
        seen()
      })
      return watch.observe(document, { childList: true, subtree: true, attributes: true })
    })

  const frames: number[] = []
  let last = 0
  let counting = false
  const count = (time: number) => {
    if (!counting) return
    if (last > 0) frames.push(time - last)
    last = time
    requestAnimationFrame(count)
  }
  Object.assign(window, {
    stopwatch: {
      painted,
      lastInput: () => lastInput,
      async answered(since, until) {
        // It is reported behind the frame.
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return Math.max(16, ...answers.filter(({ at }) => at >= since - 1 && at <= until).map(({ took }) => took))
      },
      beginFrames() {
        frames.length = 0
        last = 0
        counting = true
        requestAnimationFrame(count)
      },
      endFrames() {
        counting = false
        return frames
      },
    } satisfies Stopwatch,
  })
}

export type Stopwatch = {
  painted(selector: string): Promise<number>
  /** When the last click, release or key press happened. */
  lastInput(): number
  /** Milliseconds from the slowest input between `since` and `until` to the next frame; 16 stands for less too. */
  answered(since: number, until: number): Promise<number>
  beginFrames(): void
  /** Milliseconds between one frame and the next, since `beginFrames`. */
  endFrames(): number[]
}
