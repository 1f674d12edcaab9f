import { expect, test } from 'vitest'
import { tabOf } from './kid-tab.ts'

test.each([
  ['', 'quests', undefined],
  ['#quests', 'quests', undefined],
  ['#rewards', 'rewards', undefined],
  ['#gems', 'gems', undefined],
  ['#playground', 'playground', undefined],
  ['#playground/word-pop', 'playground', 'word-pop'],
  ['#stickers', 'quests', undefined],
  ['#gems/word-pop', 'gems', undefined],
])('the address %j shows %s', (hash, tab, game) => expect(tabOf(hash)).toEqual({ tab, game }))
