// One channel per page, because a channel does not receive its own messages.
const channel = new BroadcastChannel('session')

/** Notifies the other tabs of this browser that the shared session has changed: its user, or its acting member. */
export const postSessionChange = () => channel.postMessage(null)

/** Calls `listener` when another tab changed the session; returns a function that removes it. */
export function onSessionChange(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}
