const channelName = 'signed-in'

/** Tells the other tabs of this browser that somebody has signed in: the session is theirs too. */
export function tellSignedIn(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
}

/** Hears of it; answers what ends that. */
export function onSignedIn(hear: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', hear)
  return () => channel.close()
}
