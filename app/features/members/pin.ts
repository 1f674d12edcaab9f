import type { WrongPins } from '#domain/contract/families.ts'
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

/** Fewer are the slips of a parent's own finger; from the fifth on there are waits. */
const fewestToldWrongPins = 5

/** The wrong PINs that a parent is told of. */
export const toldWrongPins = (wrongPins: WrongPins | null | undefined): WrongPins | undefined =>
  wrongPins && wrongPins.count >= fewestToldWrongPins ? wrongPins : undefined
