/** Returns what `read` does; undefined where the browser refuses it, as storage in some private windows. */
export function allowed<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Opens the channel between the tabs of this browser when it is first used. */
export function tabChannel(name: string): () => BroadcastChannel | undefined {
  let channel: BroadcastChannel | undefined
  return () => (channel ??= allowed(() => new BroadcastChannel(name)))
}
