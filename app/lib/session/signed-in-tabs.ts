// A page has one channel, because a channel does not hear itself.
const channel = new BroadcastChannel('signed-in')

/** Tells the other tabs of this browser that somebody has signed in: the session is theirs too. */
export const tellSignedIn = () => channel.postMessage(null)

/** Hears of it; answers what ends that. */
export function onSignedIn(hear: () => void): () => void {
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
