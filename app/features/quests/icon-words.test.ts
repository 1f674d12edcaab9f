import { describe, expect, test } from 'vitest'
import { questIcons } from '#domain/contract/quests.ts'
import { Emoji } from '#domain/contract/text.ts'
import { de } from '#app/texts/de.ts'
import * as en from '#app/texts/en.ts'
import { es } from '#app/texts/es.ts'
import { table as german } from '#app/texts/icon-words/icon-words-de.ts'
import { table as english } from '#app/texts/icon-words/icon-words-en.ts'
import { table as spanish } from '#app/texts/icon-words/icon-words-es.ts'
import { findIcons, iconForTitle, parseIcons } from './icon-words.ts'

const icons = { en: parseIcons(english), de: parseIcons(german), es: parseIcons(spanish) }

const titles: Record<keyof typeof icons, Record<string, string | undefined>> = {
  en: {
    dog: '🐕',
    'Feed the DOGS': '🐕',
    'Walk the dog': '🐕',
    'Feed the goldfish': '🐟',
    'Clean the fish tank': '🐟',
    'Clean the car': '🚗',
    'Tidy your room': '🧹',
    'Vacuum the living room': '🧹',
    'Water the plants': '🌱',
    'Take out the trash': '🗑️',
    'Empty the dishwasher': '🍽️',
    'Set the table': '🍽️',
    'Table tennis': '🏓',
    'Brush teeth': '🦷',
    'Make the bed': '🛏️',
    'Do homework': '📚',
    'Read for half an hour': '📖',
    'Get ready': '⏰',
    'Practise piano': '🎹',
    'Get dressed': '👕',
    Category: undefined,
    'Surprise!': undefined,
    '🦄': undefined,
    '': undefined,
  },
  de: {
    Hund: '🐕',
    Hunde: '🐕',
    'Hundefutter kaufen': '🐕',
    'Müll rausbringen': '🗑️',
    'MULLEIMER leeren': '🗑️',
    'Tisch decken': '🍽️',
    'Zimmer aufräumen': '🧹',
    'Kinderzimmer aufräumen': '🧹',
    'Auto waschen': '🚗',
    'Wäsche aufhängen': '🧺',
    'Hausaufgaben machen': '📚',
    'Zähne putzen': '🦷',
    'Blumen gießen': '🌱',
    'Katzen füttern': '🐈',
    'Alles schaffen': undefined,
    Irgendwas: undefined,
  },
  es: {
    perro: '🐕',
    'Pasear al perro': '🐕',
    'lavar los platos': '🍽️',
    'Poner la mesa': '🍽️',
    'Sacar la basura': '🗑️',
    'Regar las plantas': '🌱',
    'HACER LA CAMA': '🛏️',
    'Fregar el suelo': '🪣',
    'jugar al futbol': '⚽',
    'Hacer los deberes': '📚',
    'Cepillarse los dientes': '🦷',
    'Ordenar el cuarto': '🧹',
    Algo: undefined,
  },
}

describe.each(Object.entries(titles))('in %s', (language, expected) => {
  const ofLanguage = icons[language as keyof typeof icons]
  test.each(Object.entries(expected))('the title "%s" offers %s', (title, icon) => {
    expect(iconForTitle(title, ofLanguage)).toBe(icon)
  })
})

test.each(Object.entries(icons))(
  'in %s each icon is one emoji that a quest takes, with a name of its own',
  (_, list) => {
    for (const { icon } of list) {
      expect(icon).toMatch(new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v'))
      expect(Emoji.safeParse(icon).success).toBe(true)
    }
    for (const each of ['icon', 'name'] as const) expect(new Set(list.map((one) => one[each])).size).toBe(list.length)
    expect(list.map(({ icon }) => icon)).toEqual(icons.en.map(({ icon }) => icon))
  },
)

test.each([
  ['en', en],
  ['de', de],
  ['es', es],
] as const)('in %s the icons of the quest creator have the names that it gives them', (language, { questDialog }) => {
  const names = Object.fromEntries(icons[language].map(({ icon, name }) => [icon, name]))
  for (const icon of questIcons) expect(names[icon]).toBe(questDialog.icons[icon])
})

test.each([
  ['en', 'dog', '🐕'],
  ['en', 'do', '🚪'],
  ['en', 'cak', '🍰'],
  ['en', 'cat', '🐈'],
  ['en', 'soccer b', '⚽'],
  ['de', 'hun', '🐕'],
  ['es', 'perr', '🐕'],
  ['es', 'telefono', '📞'],
  ['en', '🛏', '🛏️'],
  ['en', '🦩', '🦩'],
  ['en', '🇩🇪', '🇩🇪'],
] as const)('in %s a search for "%s" finds %s first', (language, query, icon) => {
  expect(findIcons(query, icons[language])[0]?.icon).toBe(icon)
})

test('a search without words finds every icon, and one for anything else none', () => {
  expect(findIcons(' ', icons.en)).toBe(icons.en)
  for (const query of ['qwertz', '?!', '🐕🐕🐕', 'dog piano']) expect(findIcons(query, icons.en)).toEqual([])
})
