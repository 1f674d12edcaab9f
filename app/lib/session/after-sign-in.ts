/** The path that signing in leads to: an address that was opened signed out, or the first run after a sign-up. */
export const afterSignIn = { path: '/' }

/** The first run of a new family. */
export const welcomePath = '/welcome'
