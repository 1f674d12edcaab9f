import { call } from '#app/lib/api/api-client.ts'
import { allowed } from '#app/state/allowed.ts'

const key = 'signedOut'

/**
 * Notes that this browser has signed out, until the server knows: from now on no page uses its session. Returns false
 * where nothing can be stored.
 */
export function noteSignOut(): boolean {
  allowed(() => localStorage.setItem(key, 'true'))
  return isSignedOutHere()
}

/** Whether this browser has signed out without the server knowing. */
export const isSignedOutHere = (): boolean => (allowed(() => localStorage.getItem(key)) ?? null) !== null

export const forgetSignOut = (): void => (isSignedOutHere() ? localStorage.removeItem(key) : undefined)

let telling: Promise<void> | undefined

/** Tells the server that this browser has signed out. */
export function tellSignOut(): Promise<void> {
  telling ??= call('logout')
    .then(forgetSignOut)
    .finally(() => (telling = undefined))
  return telling
}
