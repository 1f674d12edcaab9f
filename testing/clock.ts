/** Runs `work` on a clock of this process that `putBack` moves; the running time goes on. */
export async function withClock(work: (putBack: (hours: number) => void) => Promise<void>): Promise<void> {
  const RealDate = Date
  let behindMs = 0
  const now = () => RealDate.now() - behindMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, [value]: [number?]) => new target(value ?? now()),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  try {
    await work((hours) => (behindMs += hours * 3_600_000))
  } finally {
    globalThis.Date = RealDate
  }
}
