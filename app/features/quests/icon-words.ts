import { textLimits } from '#domain/contract/constants.ts'
import { Emoji } from '#domain/contract/text.ts'
import { plainText } from '#domain/rules/search.ts'

type Phrase = { words: readonly string[]; priority: number }

export type NamedIcon = { icon: string; name: string; phrases: readonly Phrase[] }

/** Parses a table of `app/texts/icon-words`. */
export function parseIcons(table: string): readonly NamedIcon[] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [icon = '', ...texts] = line.split(' ')
      const [usual = '', vague = ''] = texts.join(' ').split(' | ')
      const [name = ''] = usual.split(', ')
      const phrases = [
        ...usual.split(', ').map((text) => phraseOf(text, textLimits.title)),
        ...vague.split(', ').map((text) => phraseOf(text, 0)),
      ]
      return { icon, name, phrases: phrases.filter(({ words }) => words.length > 0) }
    })
}

/** The longest phrase has priority, after `bonus`. */
const phraseOf = (text: string, bonus: number): Phrase => ({ words: wordsOf(text), priority: bonus + text.length })

/** The words of a text in lower case, without accents. */
const wordsOf = (text: string): readonly string[] =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether `word` is `known`, its plural, or a compound that begins with it: "Hundefutter" with "Hund". */
const isFormOf = (word: string | undefined, known: string) =>
  word === known || word === `${known}s` || (known.length >= 4 && word?.startsWith(known) === true)

/** Returns the icon of the longest phrase in a title, of two alike the first; undefined if none is in it. */
export function iconForTitle(title: string, icons: readonly NamedIcon[]): string | undefined {
  const words = wordsOf(title)
  let best: { icon: string; priority: number } | undefined
  for (const start of words.keys()) {
    for (const { icon, phrases } of icons) {
      for (const { words: known, priority } of phrases) {
        const isHere = known.every((word, index) => isFormOf(words[start + index], word))
        if (isHere && priority > (best?.priority ?? 0)) best = { icon, priority }
      }
    }
  }
  return best?.icon
}

/** Returns the icons that all words of a query lead to, those so named first; for a typed emoji that one alone. */
export function findIcons(query: string, icons: readonly NamedIcon[]): readonly Omit<NamedIcon, 'phrases'>[] {
  const typed = query.trim()
  if (typed === '') return icons
  const words = wordsOf(typed)
  if (words.length === 0) return typedEmoji(typed, icons)
  const found = icons.filter(({ phrases }) => {
    const known = phrases.flatMap((phrase) => phrase.words)
    return words.every((word) => known.some((each) => each.startsWith(word) || isFormOf(word, each)))
  })
  const wanted = words.join(' ')
  const rankOf = ({ phrases }: NamedIcon) => {
    const texts = phrases.map((phrase) => phrase.words.join(' '))
    return texts.includes(wanted) ? 2 : Number(texts[0]?.startsWith(wanted))
  }
  return found.toSorted((one, other) => rankOf(other) - rankOf(one))
}

function typedEmoji(typed: string, icons: readonly NamedIcon[]): readonly Omit<NamedIcon, 'phrases'>[] {
  if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(typed) || !Emoji.safeParse(typed).success) return []
  // Keyboards differ in the sign that asks for colours.
  const known = icons.find(({ icon }) => icon.replace('\uFE0F', '') === typed.replace('\uFE0F', ''))
  return [known ?? { icon: typed, name: typed }]
}
