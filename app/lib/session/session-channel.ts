// One channel per page, because a channel does not receive its own messages.
const channel = new BroadcastChannel('session')

/** Posts to the other tabs of this browser that the session they share has changed: who is signed in, or whom the device acts as. */
export const postSessionChange = () => channel.postMessage(null)

/** Calls `listener` when another tab changed the session; returns what removes it. */
export function onSessionChange(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
