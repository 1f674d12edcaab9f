import type { FamilyMember, PinPicture } from '#domain/contract/members.ts'

export const pinLength = 4

/** The emojis that draw the pictures of a PIN: all are among the offered icons. Their order is part of every PIN. */
export const iconsOfPictures: Record<PinPicture, string> = {
  a: '🐕',
  b: '⚽',
  c: '🍕',
  d: '🍦',
  e: '🌙',
  f: '🎁',
  g: '🌱',
  h: '🛏️',
  i: '🎨',
  j: '🎵',
  k: '📚',
  l: '🎮',
}

/** The parents whose PIN proves that a grown-up is there. */
export const parentsWithPin = (members: readonly FamilyMember[]): FamilyMember[] =>
  members.filter(({ role, hasPin }) => role === 'parent' && hasPin)
