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

/** The twelve faces to choose from; a current face that is not among them comes first, and replaces the last. */
export function faceChoices(seed: string): readonly string[] {
  const isPicture = seed.startsWith('/objects/')
  return isPicture || faces.some((face) => face === seed) ? faces : [seed, ...faces.slice(0, -1)]
}
