import { expect, test } from 'vitest'
import { aQuest } from '#testing/builders.ts'
import { findQuests } from './search.ts'

const titles = ['Abendessen', 'Klavier üben', 'Essen kochen', 'Straße fegen (100%)', '🧹 Été', 'ЖУРНАЛ']
const quests = titles.map((title) => aQuest({ title }))

test.each([
  ['essen', ['Essen kochen', 'Abendessen'], 'the beginning of a word first'],
  ['UBEN kla', ['Klavier üben'], 'all words, in any order, case and accents'],
  ['ÜBÉN', ['Klavier üben'], 'accents that the title does not have'],
  ['strasse', ['Straße fegen (100%)'], 'two letters for one'],
  ['00%', ['Straße fegen (100%)'], 'signs as they are'],
  ['.*', [], 'no pattern'],
  ['🧹 ete', ['🧹 Été'], 'an emoji'],
  ['журнал', ['ЖУРНАЛ'], 'another script'],
  ['klavier essen', [], 'no title with one word alone'],
  [' ', [], 'nothing for nothing'],
])('"%s" finds %j: %s', (typed, expected) => {
  expect(findQuests(quests, typed).map(({ title }) => title)).toEqual(expected)
})
