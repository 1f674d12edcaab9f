import { call } from '#app/lib/api/api-client.ts'

const key = 'signedOut'

/**
 * Notes that this browser has signed out, until the server knows: from now on no page uses its session. Returns false
 * where nothing can be stored.
 */
export function noteSignOut(): boolean {
  try {
    localStorage.setItem(key, 'true')
    return true
  } catch {
    return false
  }
}

/** Whether this browser has signed out without the server knowing. */
export function isSignedOutHere(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

export const forgetSignOut = (): void => (isSignedOutHere() ? localStorage.removeItem(key) : undefined)

let telling: Promise<void> | undefined

/** Tells the server that this browser has signed out. */
export function tellSignOut(): Promise<void> {
  telling ??= call('logout')
    .then(forgetSignOut)
    .finally(() => (telling = undefined))
  return telling
}
