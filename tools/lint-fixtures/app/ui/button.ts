import { signedIn } from '#app/lib/session.ts' // violates boundaries(dependencies)

export const button = signedIn
