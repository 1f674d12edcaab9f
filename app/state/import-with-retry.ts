/** Reports a chunk that failed to load after all retries. */
export class LostCodeError extends Error {
  override readonly name = 'LostCodeError'
  /** Whether a file of it was lost, by the engines' own words: else the code has arrived, and threw. */
  readonly isLost = /imported module|module script|MIME|preload CSS|No answer/.test(this.message)
}

const longestPauseMs = 30_000

/** Milliseconds after which a hanging import counts as one failure. */
const hungMs = 8000

/** The lost stylesheet of a chunk, because Vite requests a stylesheet only once and then treats it as loaded. */
const lostStyles = new WeakMap<() => Promise<unknown>, string>()

/**
 * Imports code with retries after pauses of 0.5, 1, 2 … seconds, or when the network is back, because a bad line loses
 * single files. `shouldRetry` gets the number of failures. Firefox caches a failure: there only a reload helps.
 */
export async function importWithRetry<Code>(
  fetchCode: () => Promise<Code>,
  shouldRetry = (failures: number) => failures < 4,
): Promise<Code> {
  for (let failures = 1; ; failures++) {
    try {
      const lost = lostStyles.get(fetchCode)
      if (lost !== undefined) await loadStyles(lost)
      lostStyles.delete(fetchCode)
      return await Promise.race([fetchCode(), hung()])
    } catch (cause) {
      const [styles] = /http\S+\.css/.exec(String(cause)) ?? []
      if (styles !== undefined) lostStyles.set(fetchCode, styles)
      if (!shouldRetry(failures)) throw new LostCodeError(String(cause), { cause })
    }
    await pause(Math.min(250 * 2 ** failures, longestPauseMs))
  }
}

function loadStyles(address: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const lost = document.querySelector(`link[href="${address}"]`)
    const again = lost?.cloneNode() as HTMLLinkElement
    again.onload = resolve
    again.onerror = reject
    lost?.replaceWith(again)
  })
}

function hung(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, hungMs, new Error('No answer')))
}

async function pause(milliseconds: number): Promise<void> {
  const over = new AbortController()
  await new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
    window.addEventListener('online', resolve, over)
    document.addEventListener('visibilitychange', resolve, over)
  })
  over.abort()
}
