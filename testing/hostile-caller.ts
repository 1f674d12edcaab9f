/** The calls that every loop makes one of, again and again. */
export type Attack = { origin: string; cookie: string; calls: [method: string, path: string, body?: object][] }

/** Between an answer and the next request of one loop, in milliseconds. */
const roundTripMs = 50
const loops = 20

const stopping = new AbortController()
let refused = 0

async function ask({ origin, cookie, calls }: Attack, number: number): Promise<void> {
  const [method = 'GET', path = '', body] = calls[number % calls.length] ?? []
  const { status, body: answer } = await fetch(origin + path, {
    method,
    headers: { cookie, origin, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (status === 429) refused++
  await answer?.cancel()
}

/** A worker, so that its work does not delay what the test measures. Answers `'stop'` with the number of refusals. */
self.addEventListener('message', ({ data }: MessageEvent<Attack | 'stop'>) => {
  if (data === 'stop') stopping.abort()
  else void run(data)
})

async function run(attack: Attack): Promise<void> {
  const running = Array.from({ length: loops }, async (_, number) => {
    while (!stopping.signal.aborted) {
      await ask(attack, number)
      await new Promise((resolve) => setTimeout(resolve, roundTripMs * (0.5 + Math.random())))
    }
  })
  await Promise.all(running)
  self.postMessage(refused)
}
