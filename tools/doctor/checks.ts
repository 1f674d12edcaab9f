import { leavesNothingCheck } from './account.ts'
import { callerCheck, limitCheck } from './caller.ts'
import * as access from './access.ts'
import { pairedDeviceCheck } from './devices.ts'
import * as family from './family.ts'
import { recoveryCheck, signUpCheck, templatesCheck } from './mails.ts'
import { pictureCheck } from './pictures.ts'
import { pinCheck, pinCrowdCheck } from './pins.ts'
import { cookiesCheck, renewalsCheck, renewedCookiesCheck } from './sessions.ts'
import * as site from './site.ts'
import type { Check } from './visit.ts'

/** Each check may build on those before it. */
const looks: readonly Check[] = [
  site.httpsCheck,
  site.appCheck,
  site.headersCheck,
  templatesCheck,
  site.healthCheck,
  site.databaseTlsCheck,
  site.knownCallerCheck,
  site.objectsCheck,
  site.strangersCheck,
  cookiesCheck,
  access.liveNewsCheck,
  access.publicChannelCheck,
  access.tablesCheck,
  access.providersCheck,
  access.passwordChangeCheck,
  access.liveTokenCheck,
]

/** In seconds. */
export const quickChecks: readonly Check[] = [...looks, pictureCheck, leavesNothingCheck]

/** As a family would, in about a minute. */
export const familyChecks: readonly Check[] = [
  ...looks,
  callerCheck,
  renewedCookiesCheck,
  signUpCheck,
  renewalsCheck,
  pinCheck,
  pinCrowdCheck,
  family.kidsDeviceCheck,
  family.repeatedChangeCheck,
  family.movesCheck,
  pictureCheck,
  pairedDeviceCheck,
  family.otherFamilyCheck,
  recoveryCheck,
  family.cleanupCheck,
  family.archiveCheck,
  leavesNothingCheck,
  family.goneCheck,
  // Last, because its guesses keep this address from signing in for a while.
  limitCheck,
]
