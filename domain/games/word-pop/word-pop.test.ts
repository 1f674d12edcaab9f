import { expect, test } from 'vitest'
import { Day } from '../../contract/days.ts'
import { poolFor } from './letters.ts'
import { soundAt, soundsIn } from './letter-sounds.ts'
import { skills } from './skills.ts'
import { isPlaced, isWordShown, judgementOf, tileIn, wordPop, wordsPerLevel, type WordPop } from './word-pop.ts'
import { words } from './words.ts'

const { start, play, isOver } = wordPop
const today = Day.parse('2026-03-10')

/** Places the letters in order, each with its first free tile; letters of a wrong try are taken back before. */
function spell(game: WordPop, letters = game.word, isQuick = true): WordPop {
  let played = game
  for (const slot of game.slots.keys()) played = play(played, { type: 'giveBack', slot })
  for (const letter of letters) {
    const tile = played.pool.find((each) => each.letter === letter && !isPlaced(played, each))
    if (tile === undefined) throw new Error(`No ${letter} is left for ${game.word}`)
    played = play(played, { type: 'place', tile: tile.id, isQuick })
  }
  return played
}

const backwards = (word: string) => word.split('').toReversed().join('')
const wordOtherwise = (word: string) => (backwards(word) === word ? word.slice(1) + word.slice(0, 1) : backwards(word))
const inSlots = (game: WordPop) => game.slots.map((_, slot) => tileIn(game, slot)?.letter)

test('the bank has 16 words of three or four letters, 16 more, and 14 of five or six, each word once and in lower case', () => {
  const of = (level: number) => words.filter((each) => each.level === level).map(({ word }) => word)
  expect([of(1), of(2), of(3)].map(({ length }) => length)).toEqual([16, 16, 14])
  expect(of(1).every((word) => /^[a-z]{3,4}$/.test(word))).toBe(true)
  expect(of(2).every((word) => /^[a-z]{4,5}$/.test(word))).toBe(true)
  expect(of(3).every((word) => /^[a-z]{5,6}$/.test(word))).toBe(true)
  expect(new Set(words.map(({ word }) => word)).size).toBe(46)
})

test('a whole game: six words of each level, in the order of the levels, and then it is over', () => {
  let game = start(1)
  const met: string[] = []
  for (let word = 0; word < 3 * wordsPerLevel; word++) {
    expect(game).toMatchObject({
      level: Math.floor(word / wordsPerLevel),
      index: word % wordsPerLevel,
      phase: 'spelling',
    })
    expect(words.find((each) => each.word === game.word)?.level).toBe(game.level + 1)
    met.push(game.word)
    game = spell(game)
    expect(game).toMatchObject({ phase: 'right', answered: { item: met.at(-1), isRight: true, isQuick: true } })
    game = play(game, { type: 'next' })
    expect(game.answered).toBeUndefined()
  }
  expect(isOver(game)).toBe(true)
  expect(new Set(met).size).toBe(18)
})

test('a letter lands only in an empty slot, and each tile only once', () => {
  const game = start(2)
  const [first, second] = game.pool
  const placed = play(game, { type: 'place', tile: first?.id ?? 0, slot: 1, isQuick: true })
  expect(inSlots(placed)[1]).toBe(first?.letter)
  expect(play(placed, { type: 'place', tile: second?.id ?? 0, slot: 1, isQuick: true })).toBe(placed)
  expect(play(placed, { type: 'place', tile: first?.id ?? 0, slot: 0, isQuick: true })).toBe(placed)
  expect(play(placed, { type: 'place', tile: second?.id ?? 0, slot: 9, isQuick: true })).toBe(placed)
  expect(play(placed, { type: 'place', tile: 99, isQuick: true })).toBe(placed)
})

test('tapping a filled slot gives the letter back, and it can be used again; an empty one gives nothing', () => {
  const game = start(3)
  const one = spell(game, game.word.slice(0, 1))
  const back = play(one, { type: 'giveBack', slot: 0 })
  expect(inSlots(back).every((letter) => letter === undefined)).toBe(true)
  expect(play(back, { type: 'giveBack', slot: 0 })).toBe(back)
  expect(spell(back).phase).toBe('right')
})

test('a wrongly filled word stays, marks each letter, gives back those that are tapped, and is no first try any more', () => {
  const game = start(4)
  const wrong = spell(game, wordOtherwise(game.word))
  expect(wrong).toMatchObject({ phase: 'wrong', misses: 1, answered: undefined })
  expect(play(wrong, { type: 'giveBack', slot: 0 })).toBe(wrong)
  const again = play(wrong, { type: 'next' })
  expect(again).toMatchObject({ phase: 'spelling', word: game.word, index: 0, slots: wrong.slots })
  const marks = game.slots.map((_, slot) => judgementOf(again, slot))
  expect(marks).toEqual(inSlots(again).map((letter, slot) => (letter === game.word[slot] ? 'right' : 'wrong')))
  expect(new Set(marks).has('wrong')).toBe(true)
  const slot = marks.indexOf('wrong')
  const taken = play(again, { type: 'giveBack', slot })
  expect([inSlots(taken)[slot], judgementOf(taken, slot)]).toEqual([undefined, undefined])
  // Another letter in its place is not judged before the word is full.
  const other = marks.lastIndexOf('wrong')
  const swapped = play(play(taken, { type: 'giveBack', slot: other }), {
    type: 'place',
    tile: wrong.slots[other] ?? 99,
    slot,
    isQuick: true,
  })
  expect([swapped.slots[slot], judgementOf(swapped, slot)]).toEqual([wrong.slots[other], undefined])
  expect(spell(again).answered).toEqual({ item: game.word, isRight: false, isQuick: false })
})

test('Letter Match shows the word, the others only after it went wrong twice', () => {
  let game = start(5)
  expect(isWordShown(game)).toBe(true)
  while (game.level === 0) game = play(spell(game), { type: 'next' })
  for (const shown of [false, false, true]) {
    expect(isWordShown(game)).toBe(shown)
    game = play(spell(game, wordOtherwise(game.word)), { type: 'next' })
  }
})

test('while a word is being spelled no time passes', () => {
  const game = start(6)
  expect(play(game, { type: 'next' })).toBe(game)
  const over: WordPop = { ...game, phase: 'over' }
  expect(play(over, { type: 'next' })).toBe(over)
})

test('10,000 pools: all letters of the word, never already spelled, and only strangers that no word of theirs has', () => {
  // Collects the wrong ones for a single assertion, because 10,000 assertions take longer than 10,000 pools.
  const wrong: string[] = []
  for (let seed = 0; seed < 10_000; seed++) {
    const { word, level } = words[seed % words.length] ?? words[0]!
    const isBee = level === 3
    const [pool] = poolFor(word, isBee, seed)
    const letters = pool.map(({ letter }) => letter)
    const spelled = letters.join('')
    for (const letter of word) letters.splice(letters.indexOf(letter), 1)
    const isRight =
      !spelled.includes(word) &&
      letters.length === (isBee ? 3 : 0) &&
      letters.every((letter) => 'bkmrwxz'.includes(letter) && !word.includes(letter)) &&
      new Set(letters).size === letters.length &&
      pool.every(({ id }, index) => id === index)
    if (!isRight) wrong.push(`${word} of seed ${seed}: ${spelled}`)
  }
  expect(wrong).toEqual([])
})

test('a round of practice shows less of a word the surer it sits, asks a missed one again, and ends', () => {
  const known = [
    { item: 'cat', box: 1, dueOn: today },
    { item: 'moon', box: 3, dueOn: today },
    { item: 'rocket', box: 5, dueOn: today },
  ]
  let game = start(7, { known, today })
  const levelOf: Record<string, number> = {}
  const asked: string[] = []
  while (!isOver(game)) {
    asked.push(game.word)
    levelOf[game.word] ??= game.level
    if (asked.length === 1) game = play(spell(game, wordOtherwise(game.word)), { type: 'next' })
    game = play(spell(game), { type: 'next' })
  }
  expect(levelOf).toMatchObject({ cat: 0, moon: 1, rocket: 2 })
  expect(game.round?.missed).toEqual({ cat: 1 })
  expect(asked.slice(0, 2)).toEqual(['cat', 'moon'])
  expect(asked.filter((word) => word === 'cat').length).toBeGreaterThan(1)
  expect(asked.length).toBeLessThanOrEqual(16)
})

/** Returns the sounds when a word's letters are placed from first to last. */
const heard = (word: string) => word.split('').map((_, slot) => soundAt(word, slot, word.slice(0, slot + 1).split('')))

test('the skills are the words by level', () => {
  expect(skills.flatMap(({ items }) => items)).toEqual(words.map(({ word }) => word))
})

test('a letter is read out by its sound, not by its name', () => {
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') expect(soundAt('xx', 0, [letter])).not.toBe(letter)
  expect(heard('cat')).toEqual(['kuh', 'at', 'tuh'])
})

test('each text for the voice is a syllable, which no voice spells, and the name of a vowel only where that is its sound', () => {
  const texts = [
    ...'abcdefghijklmnopqrstuvwxyz'.split('').map((letter) => soundAt('xx', 0, [letter])),
    ...Object.values(soundsIn).flatMap((sounds) => Object.values(sounds)),
  ]
  for (const text of texts) {
    expect(text).toMatch(/^[AE]$|^[b-df-hj-np-tv-z]{0,3}[aeiou]{1,2}[a-z]{0,3}$/)
    expect(text).not.toMatch(/(.)\1\1/)
  }
  // A short a is heard as in cat, not as in father; the oo of book is not the u of bus.
  expect(soundAt('cat', 1, ['c', 'a'])).not.toBe('ah')
  expect(heard('book')[2]).not.toBe(heard('bus')[1])
})

test('letters that sound together are heard together, once all of them lie in their places', () => {
  expect(heard('bee')).toEqual(['buh', '', 'E'])
  expect(heard('cheese')).toEqual(['', 'chuh', '', 'E', '', 'zuh'])
  expect(heard('cake')).toEqual(['kuh', '', 'kuh', 'A'])
  // From last to first, and in a wrong slot.
  expect([
    soundAt('fish', 3, [undefined, undefined, undefined, 'h']),
    soundAt('fish', 2, [undefined, undefined, 's', 'h']),
  ]).toEqual(['', 'shuh'])
  expect(soundAt('fish', 0, ['h'])).toBe('huh')
})

test('each word of the bank is heard whole: its sounds fit its letters, and the last letter of each sound says it', () => {
  const bank = words.map(({ word }) => word)
  for (const [word, sounds] of Object.entries(soundsIn)) {
    expect(bank).toContain(word)
    for (const pattern of Object.keys(sounds)) {
      expect(pattern, word).toHaveLength(word.length)
      expect(
        pattern.split('').every((each, slot) => each === '.' || each === word[slot]),
        `${word} ${pattern}`,
      ).toBe(true)
      expect(heard(word)[pattern.split('').findLastIndex((each) => each !== '.')], word).toBe(sounds[pattern])
    }
    const inMore = word
      .split('')
      .filter((_, slot) => Object.keys(sounds).filter((pattern) => pattern[slot] !== '.').length > 1)
    expect(inMore, word).toEqual([])
  }
})
