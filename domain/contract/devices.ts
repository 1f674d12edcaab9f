import * as z from 'zod/mini'
import { familyLimits } from './constants.ts'
import { messageOf } from './errors.ts'
import { DeviceId, MemberId } from './ids.ts'
import { Moment, title } from './text.ts'

/** Without vowels, so that no word appears, and without letters that look alike. */
export const pairingLetters = 'BCDFGHJKLMNPQRSTVWXZ'
export const pairingCodeLength = 8
/** Minutes in which a code lets one device in. */
export const pairingMinutes = 10

/** A typed code: in either case, with spaces or hyphens anywhere. */
export const PairingCode = z.string().check(
  z.maxLength(40),
  z.overwrite((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase()),
  z.regex(new RegExp(`^[${pairingLetters}]{${pairingCodeLength}}$`), messageOf('malformed_pairing_code')),
)

/** The kind of machine, by its browser's user agent; a Mac may be an iPad. */
export const DeviceModel = z.enum([
  'ipad',
  'iphone',
  'android_tablet',
  'android_phone',
  'mac',
  'windows',
  'linux',
  'chromebook',
  'other',
])
export type DeviceModel = z.infer<typeof DeviceModel>

/** A grown-up's own device, the device of one or several children, or the wall that the family shares. */
export const DeviceUse = z.enum(['own', 'children', 'wall'])
export type DeviceUse = z.infer<typeof DeviceUse>

/** The caller's own device. */
export const ThisDevice = z.object({
  id: DeviceId,
  /** A paired device has no account behind it, and never acts as a parent. */
  isPaired: z.boolean(),
  /** Null until somebody has said who uses it. */
  use: z.nullable(DeviceUse),
  /** The children of a device for children, which it may switch between. */
  memberIds: z.array(MemberId),
})
export type ThisDevice = z.infer<typeof ThisDevice>

/** A device in the list of the family's parents. */
export const FamilyDevice = z.extend(ThisDevice, {
  isThis: z.boolean(),
  /** Null until a parent has named it: then its model is its name. */
  name: z.nullable(z.string()),
  model: DeviceModel,
  /** The member it acts as; null for the wall, and until somebody is chosen. */
  activeMemberId: z.nullable(MemberId),
  /** The member whose account is signed in; null on a paired device. */
  accountMemberId: z.nullable(MemberId),
  /**
   * The parent whose account let a paired device in, and ends it; null on an older one, which each account ends, and on
   * a signed-in one.
   */
  letInBy: z.nullable(MemberId),
  lastSeenAt: Moment,
})
export type FamilyDevice = z.infer<typeof FamilyDevice>

export const DevicePatch = z.strictObject({ name: title('deviceName') })

/**
 * Says who uses the device, once. `children` and `wall` take the account away from a device that is signed in, and
 * pair it in its place.
 */
export const NewDeviceUse = z
  .strictObject({
    use: DeviceUse,
    memberIds: z._default(z.array(MemberId).check(z.maxLength(familyLimits.members)), []),
  })
  .check(
    z.refine(({ use, memberIds }) => (use === 'children') === memberIds.length > 0, messageOf('assignee_required')),
  )
export type NewDeviceUse = z.infer<typeof NewDeviceUse>

/** Lets one device in without an account, within `pairingMinutes`. */
export const Pairing = z.object({ code: z.string(), expiresAt: Moment })
export type Pairing = z.infer<typeof Pairing>

export const PairingUse = z.strictObject({ code: PairingCode })
