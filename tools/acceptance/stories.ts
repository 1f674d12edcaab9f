import { checks } from '../doctor/checks.ts'
import { callerStory, limitStory, tlsStory } from './caller.ts'
import { archiveStory, goneStory, tidyStory } from './family.ts'
import { kidsDeviceStory } from './kids-device.ts'
import { liveStory } from './live.ts'
import { recoveryStory, signUpStory } from './mail.ts'
import { pictureStory, strangerStory } from './pictures.ts'
import { pinCrowdStory, pinStory } from './pins.ts'
import { familyRenewalStory, manyAddressesStory, renewedCookiesStory } from './sessions.ts'
import type { Story } from './visit.ts'

/** What the acceptance goes through, in order: all that the doctor looks at, and further. */
export const stories: readonly Story[] = [
  ...checks.looks,
  callerStory,
  tlsStory,
  renewedCookiesStory,
  signUpStory,
  familyRenewalStory,
  manyAddressesStory,
  pinStory,
  pinCrowdStory,
  kidsDeviceStory,
  liveStory,
  pictureStory,
  strangerStory,
  recoveryStory,
  tidyStory,
  archiveStory,
  checks.leavesNothing,
  goneStory,
  // Last, because its guesses keep this address from signing in for a while.
  limitStory,
]
