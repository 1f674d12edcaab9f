/** Texts for the voice that give a letter's sound instead of its name. */
const sounds: Record<string, string> = {
  a: 'ah',
  b: 'buh',
  c: 'kuh',
  d: 'duh',
  e: 'eh',
  f: 'fff',
  g: 'guh',
  h: 'huh',
  i: 'ih',
  j: 'juh',
  k: 'kuh',
  l: 'ull',
  m: 'mmm',
  n: 'nnn',
  o: 'aw',
  p: 'puh',
  q: 'kwuh',
  r: 'rrr',
  s: 'sss',
  t: 'tuh',
  u: 'uh',
  v: 'vvv',
  w: 'wuh',
  x: 'ks',
  y: 'yuh',
  z: 'zzz',
}

const soundOf = (letter: string): string => sounds[letter] ?? letter

/**
 * Letters that sound differently in a word than alone: a pattern of the letters that make one sound, with dots for the
 * others, and the text for the voice.
 */
export const soundsIn: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pear: { '.ear': 'air' },
  egg: { '.gg': 'guh' },
  bee: { '.ee': 'ee' },
  key: { '.ey': 'ee' },
  car: { '.ar': 'ar' },
  fish: { '..sh': 'shh' },
  ball: { '.a..': 'aw', '..ll': 'ull' },
  star: { '..ar': 'ar' },
  duck: { '..ck': 'kuh' },
  bell: { '..ll': 'ull' },
  sock: { '..ck': 'kuh' },
  moon: { '.oo.': 'ooh' },
  book: { '.oo.': 'uh' },
  leaf: { '.ea.': 'ee' },
  tree: { '..ee': 'ee' },
  bird: { '.ir.': 'er' },
  door: { '.oor': 'or' },
  cake: { '.a.e': 'ay' },
  kite: { '.i.e': 'eye' },
  shoe: { 'sh..': 'shh', '..oe': 'ooh' },
  robot: { '.o...': 'oh' },
  clock: { '...ck': 'kuh' },
  train: { '..ai.': 'ay' },
  snail: { '..ai.': 'ay' },
  spoon: { '..oo.': 'ooh' },
  apple: { '.pp..': 'puh', '...le': 'ull' },
  house: { '.ou..': 'ow', '...se': 'sss' },
  rocket: { '..ck..': 'kuh' },
  rabbit: { '..bb..': 'buh' },
  carrot: { '..rr..': 'rrr' },
  pencil: { '...c..': 'sss' },
  flower: { '..ow..': 'ow', '....er': 'er' },
  cheese: { 'ch....': 'chuh', '..ee..': 'ee', '....se': 'zzz' },
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
