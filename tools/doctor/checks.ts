import { leavesNothingCheck } from './account.ts'
import * as auth from './auth.ts'
import { callerCheck, limitCheck } from './caller.ts'
import * as family from './family.ts'
import { liveNewsCheck, publicChannelCheck } from './live.ts'
import { recoveryCheck, signUpCheck } from './mails.ts'
import { cookiesCheck, renewalsCheck } from './sessions.ts'
import * as site from './site.ts'
import type { Check } from './visit.ts'

/** Each check may build on those before it. */
const looks: readonly Check[] = [
  site.httpsCheck,
  site.appCheck,
  site.headersCheck,
  site.healthCheck,
  callerCheck,
  site.strangersCheck,
  auth.providersCheck,
  signUpCheck,
  cookiesCheck,
  liveNewsCheck,
  publicChannelCheck,
  auth.passwordChangeCheck,
  family.pictureCheck,
]

/** In seconds. */
export const quickChecks: readonly Check[] = [...looks, leavesNothingCheck]

/** As a family would, in about a minute. */
export const familyChecks: readonly Check[] = [
  ...looks,
  renewalsCheck,
  family.pinCheck,
  family.kidsDeviceCheck,
  family.pairedDeviceCheck,
  recoveryCheck,
  family.cleanupCheck,
  leavesNothingCheck,
  // Last, because its guesses keep this address from signing in for a while.
  limitCheck,
]
