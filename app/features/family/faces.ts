/** Seeds of twelve faces as unlike each other as they come, and what a screen reader calls them. */
export const faces = ['Otter', 'Fizz', 'Kiwi', 'Sunny', 'Juniper', 'Firefly', 'Papaya', 'Biscuit', 'Flicker', 'Mochi', 'Zephyr', 'Ivy'] as const

/** The twelve to choose from; a face somebody has that is none of them comes first, in place of the last. */
export function facesBeside(seed: string): readonly string[] {
  const isPicture = seed.startsWith('/objects/')
  return isPicture || faces.some((face) => face === seed) ? faces : [seed, ...faces.slice(0, -1)]
}
