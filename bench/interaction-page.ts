/// <reference lib="dom" />
/** Runs in the page, before its own scripts: says when what a hand did was painted. All times in milliseconds of one clock. */
export function installStopwatch(): void {
  const now = () => performance.timeOrigin + performance.now()
  let hand = 0
  const note = (event: Event) => {
    hand = performance.timeOrigin + event.timeStamp
  }
  for (const kind of ['click', 'pointerup', 'keydown']) window.addEventListener(kind, note, { capture: true })

  // What the browser itself measures: from the hand's deed to the next frame on the screen, in steps of 8; nothing is told of what took less than 16.
  const answers: { at: number; took: number }[] = []
  const asked = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (['click', 'pointerup', 'keydown'].includes(name)) answers.push({ at: performance.timeOrigin + startTime, took: duration })
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
      hand: () => hand,
      answered: (since) => Math.max(16, ...answers.filter(({ at }) => at >= since - 1).map(({ took }) => took)),
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
  /** When the hand last did something. */
  hand(): number
  /** Milliseconds until the frame that answered the slowest of what the hand did `since` then; 16 stands for less too. Known a moment later. */
  answered(since: number): number
  beginFrames(): void
  /** Milliseconds between one frame and the next, since `beginFrames`. */
  endFrames(): number[]
}
