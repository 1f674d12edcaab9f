import { memberDefaults } from '#domain/contract/family-members.ts'

/**
 * The seed of a new member's face: their name, or for another face a variation of it; none that
 * somebody in the family has already. It fits the contract whatever was typed as the name.
 */
export function seedOfFace(name: string, variation: number, taken: readonly string[]): string {
  const base =
    name
      .replace(/^[\s/]+|\0/g, '')
      .slice(0, 40)
      .toWellFormed()
      .trim() || memberDefaults.avatarSeed
  for (let number = 0, free = 0; ; number++) {
    const seed = number === 0 ? base : `${base} ${number}`
    if (taken.includes(seed)) continue
    if (free === variation) return seed
    free++
  }
}
