import { expect, test } from 'vitest'
import { placeOf } from './kid-tab.ts'

test.each([
  ['', 'quests', undefined, false],
  ['#quests', 'quests', undefined, false],
  ['#rewards', 'rewards', undefined, false],
  ['#gems', 'gems', undefined, false],
  ['#playground', 'playground', undefined, false],
  ['#playground/word-pop', 'playground', 'word-pop', false],
  ['#playground/word-pop/practice', 'playground', 'word-pop', true],
  ['#playground/chess', 'playground', undefined, false],
  ['#playground/chess/practice', 'playground', undefined, false],
  ['#stickers', 'quests', undefined, false],
  ['#gems/word-pop', 'gems', undefined, false],
])('the address %j shows %s', (hash, tab, game, isPractice) => expect(placeOf(hash)).toEqual({ tab, game, isPractice }))
