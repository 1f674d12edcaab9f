import * as z from 'zod/mini'
import { messageOf } from './errors.ts'
import { MemberRole, WrongPins } from './families.ts'
import { chosenId, MemberId, Version } from './ids.ts'
import { keepable, title } from './text.ts'

export const memberDefaults = { role: 'kid', avatarSeed: 'default' } as const

export const FamilyMember = z.object({
  id: MemberId,
  displayName: z.string(),
  /** A path that begins with `/objects/` is a picture; anything else seeds a generated one. */
  avatarSeed: z.string(),
  /** Has priority over `avatarSeed`; only members with a login can have one. */
  userProfileImageUrl: z.nullable(z.string()),
  role: MemberRole,
  /** Whether a PIN is asked for before a device acts as this member. */
  hasPin: z.boolean(),
  /** Whether that PIN is four pictures instead of four digits. */
  hasPicturePin: z._default(z.boolean(), false),
  /** Whether the screen of a kid reads aloud by itself; missing means no. */
  cannotRead: z.optional(z.boolean()),
  version: Version,
})
export type FamilyMember = z.infer<typeof FamilyMember>

/** The twelve pictures of a PIN for those who cannot read digits, as the PIN writes them. */
export const pinPictures = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'] as const
export type PinPicture = (typeof pinPictures)[number]

/** Whether a PIN, or the begun input of one, is of pictures. */
export const isPicturePin = (pin: string | null) => pin !== null && /^[a-l]+$/.test(pin)

/**
 * The ten commonest PINs, which nearly a quarter of all people have; the first guesses of everybody. Of pictures four
 * equal ones, and the first four in order. A kid may have one, a parent may not.
 */
const commonPins: ReadonlySet<string> = new Set([
  '1234',
  '1111',
  '0000',
  '1212',
  '7777',
  '1004',
  '2000',
  '4444',
  '2222',
  '6969',
  'abcd',
  ...pinPictures.map((picture) => picture.repeat(4)),
])

export const isCommonPin = (pin: string | null) => pin !== null && commonPins.has(pin)

const malformedPin = {
  error: ({ input }: { input?: unknown }) =>
    messageOf(typeof input === 'string' && isPicturePin(input) ? 'malformed_picture_pin' : 'malformed_pin'),
}

/** Four digits, or the letters of four pictures. */
const Pin = z.string().check(z.regex(/^(\d{4}|[a-l]{4})$/, malformedPin))

export const AvatarSeed = z.string().check(
  z.trim(),
  z.minLength(1, messageOf('invalid_input', { reason: 'avatar_seed_required' })),
  z.maxLength(120),
  // A picture has a call of its own, which checks that it exists.
  z.refine((seed) => !seed.startsWith('/'), messageOf('invalid_input', { reason: 'picture_as_seed' })),
  keepable,
)

const DisplayName = title('memberName')

export const NewMember = z
  .strictObject({
    id: chosenId(MemberId),
    displayName: DisplayName,
    role: z._default(MemberRole, memberDefaults.role),
    avatarSeed: z._default(AvatarSeed, memberDefaults.avatarSeed),
    cannotRead: z.optional(z.boolean()),
    /** Empty and null both mean none: the form may leave it out. */
    pin: z._default(z.nullable(z.union([Pin, z.literal('')], malformedPin)), null),
  })
  .check(
    z.refine(({ role, pin }) => role !== 'parent' || !isCommonPin(pin), {
      error: messageOf('common_pin'),
      path: ['pin'],
    }),
  )
export type NewMember = z.infer<typeof NewMember>

export const MemberPatch = z
  .strictObject({
    displayName: z.optional(DisplayName),
    role: z.optional(MemberRole),
    /** A parent can read: the change of the role ends it. */
    cannotRead: z.optional(z.boolean()),
  })
  .check(
    z.refine((patch) => Object.keys(patch).length > 0, messageOf('invalid_input', { reason: 'nothing_to_change' })),
  )

/** Null removes the PIN. */
export const PinChange = z.strictObject({ pin: z.nullable(Pin) })
export type PinChange = z.infer<typeof PinChange>

export const PinTry = z.strictObject({ pin: Pin })
export type PinTry = z.infer<typeof PinTry>

/**
 * After a `true` this device acts as the member, unless `isActing` is false: a kid's own login and a paired device never
 * act as a parent. A wrong PIN and none set are the same `false`.
 */
export const PinVerdict = z.object({
  verified: z.boolean(),
  isActing: z.optional(z.boolean()),
  wrongPins: z.optional(WrongPins),
})
export type PinVerdict = z.infer<typeof PinVerdict>

export const ActiveMember = z.strictObject({ memberId: MemberId })
