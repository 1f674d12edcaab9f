/**
 * Texts for the voice that give a letter's sound instead of its name. Each is a syllable, because voices spell what has
 * no vowel ('fff' as eff, eff, eff). A short vowel is the beginning of a short word: no text gives it alone.
 */
const sounds: Record<string, string> = {
  a: 'at',
  b: 'buh',
  c: 'kuh',
  d: 'duh',
  e: 'ebb',
  f: 'fuh',
  g: 'guh',
  h: 'huh',
  i: 'it',
  j: 'juh',
  k: 'kuh',
  l: 'luh',
  m: 'muh',
  n: 'nuh',
  o: 'odd',
  p: 'puh',
  q: 'kwuh',
  r: 'ruh',
  s: 'suh',
  t: 'tuh',
  u: 'uh',
  v: 'vuh',
  w: 'wuh',
  x: 'ucks',
  y: 'yuh',
  z: 'zuh',
}

const soundOf = (letter: string): string => sounds[letter] ?? letter

/**
 * Letters that sound differently in a word than alone: a pattern of the letters that make one sound, with dots for the
 * others, and the text for the voice.
 */
export const soundsIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pear: { '.ear': 'air' },
  egg: { '.gg': 'guh' },
  bee: { '.ee': 'E' },
  key: { '.ey': 'E' },
  car: { '.ar': 'are' },
  fish: { '..sh': 'shuh' },
  ball: { '.a..': 'awe', '..ll': 'ull' },
  star: { '..ar': 'are' },
  duck: { '..ck': 'kuh' },
  bell: { '..ll': 'ull' },
  sock: { '..ck': 'kuh' },
  moon: { '.oo.': 'ooh' },
  // No text gives this sound alone.
  book: { '.oo.': 'book' },
  leaf: { '.ea.': 'E' },
  tree: { '..ee': 'E' },
  bird: { '.ir.': 'urr' },
  door: { '.oor': 'or' },
  cake: { '.a.e': 'A' },
  kite: { '.i.e': 'eye' },
  shoe: { 'sh..': 'shuh', '..oe': 'ooh' },
  robot: { '.o...': 'oh' },
  clock: { '...ck': 'kuh' },
  train: { '..ai.': 'A' },
  snail: { '..ai.': 'A' },
  spoon: { '..oo.': 'ooh' },
  apple: { '.pp..': 'puh', '...le': 'ull' },
  house: { '.ou..': 'out', '...se': 'suh' },
  rocket: { '..ck..': 'kuh', '....e.': 'it' },
  rabbit: { '..bb..': 'buh' },
  carrot: { '..rr..': 'ruh', '....o.': 'uh' },
  banana: { '.a....': 'uh', '.....a': 'uh' },
  pencil: { '...c..': 'suh' },
  flower: { '..ow..': 'out', '....er': 'urr' },
  cheese: { 'ch....': 'chuh', '..ee..': 'E', '....se': 'zuh' },
}

/**
 * Returns the text for the voice when a letter is placed in a slot. Letters with a common sound are silent until the
 * last of them is placed; a letter in a wrong slot sounds as it does alone.
 */
export function soundAt(word: string, slot: number, letters: readonly (string | undefined)[]): string {
  const letter = letters[slot]
  if (letter === undefined) return ''
  if (letter !== word[slot]) return soundOf(letter)
  const [pattern, sound] = Object.entries(soundsIn[word] ?? {}).find(([each]) => each[slot] !== '.') ?? []
  if (pattern === undefined || sound === undefined) return soundOf(letter)
  return pattern.split('').every((each, place) => each === '.' || letters[place] === each) ? sound : ''
}
