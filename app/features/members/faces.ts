import type { FamilyMember } from '#domain/contract/members.ts'

/** The seeds of twelve faces that differ as much as possible; also their names for screen readers. */
export const faces = [
  'Otter',
  'Fizz',
  'Kiwi',
  'Sunny',
  'Juniper',
  'Firefly',
  'Papaya',
  'Biscuit',
  'Flicker',
  'Mochi',
  'Zephyr',
  'Ivy',
] as const

/** The first face that no member has; with all twelve taken, the first of a second round, as `Otter 2`. */
export function freeFace(members: readonly Pick<FamilyMember, 'avatarSeed'>[]): string {
  const taken = new Set(members.map(({ avatarSeed }) => avatarSeed))
  for (let round = 1; ; round++) {
    const free = faces.map((face) => (round === 1 ? face : `${face} ${round}`)).find((face) => !taken.has(face))
    if (free !== undefined) return free
  }
}

/** The twelve faces to choose from; a current face that is not among them comes first, and replaces the last. */
export function faceChoices(seed: string): readonly string[] {
  const isPicture = seed.startsWith('/objects/')
  return isPicture || faces.some((face) => face === seed) ? faces : [seed, ...faces.slice(0, -1)]
}
