import { gemLimits } from '#domain/contract/constants.ts'
import { Day } from '#domain/contract/days.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { plusDays } from '#domain/rules/days.ts'
import { weekdayOf } from '#domain/rules/due-days.ts'
import type { LineWords } from '#app/texts/line-words/line-words.ts'
import type { Fields } from './quest-fields.ts'

/** What a line says about a new quest: its title, and the fields that it names. */
export type QuestLine = { title: string } & Partial<Found>

type Found = Pick<Fields, 'assigneeIds' | 'recurring' | 'weekdays' | 'timesPerWeek' | 'targetTime' | 'gemValue'> & {
  dueOn: Day
  startsOn: Day
}

export type LineContext = {
  words: LineWords
  members: readonly Pick<FamilyMember, 'id' | 'displayName' | 'role'>[]
  /** The family's today. */
  today: Day
}

type End = 'start' | 'end'

/** The words that would be left as the title, where the phrase was, and whether another one was found. */
type Rest = { title: readonly string[]; end: End; isFirst: boolean }

type Phrase = {
  source: string
  /** Where it may stand; at both ends unless it says so. */
  only?: End
  /** Reads the groups of a match; undefined when it is part of the title. */
  read: (groups: readonly string[], rest: Rest) => Partial<Found> | undefined
}

/** More gems than that need their word: "Read 1984". */
const mostBareGems = 999

/**
 * Reads a line such as "Mia feed the dog daily 5pm 20". Phrases at both ends that name members, days, a time or gems are
 * taken, each kind once; everything else is the title, which keeps at least one word.
 */
export function readLine(line: string, context: LineContext): QuestLine {
  const phrases = [...schedulePhrases(context), ...gemPhrases(context), ...memberPhrases(context)]
  let title = tidy(line)
  let found: Partial<Found> = {}
  for (;;) {
    const cut = cutPhrase(title, phrases, context, found)
    if (cut === undefined) return { title: Object.keys(found).length > 0 ? title : line.trim(), ...fitted(found) }
    ;({ title } = cut)
    found = { ...found, ...cut.found }
  }
}

/** A day of a weekly quest is its weekday, of a daily one its first. */
function fitted({ dueOn, ...found }: Partial<Found>): Partial<Found> {
  if (dueOn === undefined) return found
  if (found.recurring === undefined) return { ...found, dueOn }
  const hasDays = found.recurring === 'daily' || found.weekdays != null || found.timesPerWeek != null
  return hasDays ? { ...found, startsOn: dueOn } : { ...found, weekdays: [weekdayOf(dueOn)] }
}

function cutPhrase(text: string, phrases: readonly Phrase[], { words }: LineContext, known: Partial<Found>) {
  const plain = plainOf(text)
  for (const { source, read, only } of phrases) {
    for (const end of ['end', 'start'] as const) {
      if (only !== undefined && only !== end) continue
      const pattern = end === 'end' ? `[\\s,;]+(${source})[.,;!]?$` : `^(${source})[,;:]?\\s+`
      const match = RegExp(pattern).exec(plain)
      if (match === null) continue
      const title = tidy(end === 'end' ? text.slice(0, match.index) : text.slice(match[0].length))
      const rest = plainOf(title).split(/\s+/)
      const neighbour = end === 'end' ? rest.at(-1) : rest[0]
      if (!/\p{L}/u.test(title) || isWhole(words.binding, neighbour)) continue
      const groups = match.slice(1).map((group: string | undefined) => group ?? '')
      const found = read(groups, { title: rest, end, isFirst: Object.keys(known).length === 0 })
      if (found !== undefined && !Object.keys(found).some((field) => field in known)) return { title, found }
    }
  }
  return undefined
}

function schedulePhrases({ words, today }: LineContext): readonly Phrase[] {
  const always = (found: Partial<Found>) => () => found
  const weekly = (weekdays: number[]) => always({ recurring: 'weekly', weekdays })
  const parts = Object.entries(words.partsOfDay)
  const part = parts.map(([source]) => source).join('|')
  const timeOfPart = (named = '') => parts.find(([source]) => isWhole(source, named))?.[1]
  const halfOf = (named = '') => (named === '' ? undefined : (timeOfPart(named) ?? '') < '12' ? 'a' : 'p')
  const ofPart = (named = '') => ({ targetTime: timeOfPart(named) ?? null })
  const times = ['[1-7]', ...Object.keys(words.numbers)].join('|')
  const inThe = `(?:(?:${words.inThe})\\s+)?(${part})`
  const weekday = `(?:${words.weekdays.replaceAll(' ', '|')})s?\\.?`
  const between = `\\s*[,/+&–-]\\s*|\\s+(?:${words.and}|${words.to})\\s+|\\s+`
  const before = `(?:(?:${words.every}|${words.on})\\s+)?`
  const month = `(${words.months.replaceAll(' ', '|')})\\.?`
  const monthOf = (named: string) => numberIn(words.months, named) - 1
  const on = `(?:(?:${words.on})\\s+)?`
  const oClock = `(?:[:.h](\\d\\d))?\\s*(am|pm|a\\.m\\.?|p\\.m\\.?|${words.oClock})?`
  return [
    { source: words.daily, read: always({ recurring: 'daily' }) },
    { source: `(?:${words.every})\\s+(${part})`, read: ([, named]) => ({ recurring: 'daily', ...ofPart(named) }) },
    {
      source: `(${times})\\s*(?:${words.timesAWeek})`,
      read: ([, typed = '']) => ({
        recurring: 'weekly',
        weekdays: null,
        timesPerWeek: words.numbers[typed] ?? Number(typed),
      }),
    },
    { source: words.weekly, read: always({ recurring: 'weekly' }) },
    { source: words.workdays, read: weekly([1, 2, 3, 4, 5]) },
    { source: words.weekends, read: weekly([6, 7]) },
    {
      source: `${before}${weekday}(?:(?:${between})${before}${weekday})*`,
      read: ([phrase = '']) => weekdaysIn(phrase, words, today),
    },
    ...Object.entries(words.days).map(([source, days]) => ({
      source: `(?:${source})(?:\\s+${inThe})?`,
      read: ([, named]: readonly string[]) => ({ dueOn: plusDays(today, days), ...(named && ofPart(named)) }),
    })),
    ...(words.tonight
      ? [{ source: words.tonight[0], read: always({ dueOn: today, targetTime: words.tonight[1] }) }]
      : []),
    { source: `(?:${words.this})\\s+(${part})`, read: ([, named]) => ({ dueOn: today, ...ofPart(named) }) },
    {
      source: words.inDays.replace('#', String.raw`(\d{1,3})`),
      read: ([, days]) => ({ dueOn: plusDays(today, Number(days)) }),
    },
    {
      source: `${on}(\\d{1,2})${words.of}\\s+${month}`,
      read: ([, day, named = '']) => dateIn(Number(day), monthOf(named), today),
    },
    {
      source: `${on}${month}\\s+(\\d{1,2})(?:st|nd|rd|th)?`,
      read: ([, named = '', day]) => dateIn(Number(day), monthOf(named), today),
    },
    {
      source: `${on}(\\d{1,2})\\.\\s?(\\d{1,2})\\.`,
      read: ([, day, number]) => dateIn(Number(day), Number(number) - 1, today),
    },
    {
      source: `(?:(?:${words.at})\\s+)?${words.half[0].replace('#', String.raw`(\d{1,2})`)}(?:\\s+${inThe})?`,
      read: ([, hour, named]) => timeIn(Number(hour) * 60 + words.half[1], halfOf(named)),
    },
    {
      source: `(${words.at}|${words.by})?\\s*(\\d{1,2})${oClock}(?:\\s+${inThe})?`,
      read: ([phrase = '', at = '', hour = '', minutes = '', sign = '', named]) => {
        const isTime = sign !== '' || /\d[:h]\d/.test(phrase)
        if (!isTime && !isWhole(words.at, at)) return undefined
        const half = /^[ap]/.exec(sign)?.[0] ?? halfOf(named) ?? (hour.startsWith('0') ? 'a' : undefined)
        return timeIn(Number(hour) * 60 + Number(minutes), half, !isTime)
      },
    },
    {
      source: `((?:${words.inThe})\\s+)?(${part})`,
      // "evening walk" is a title, "abends" is not.
      read: ([, inThe, named]) => (inThe || named?.endsWith('s') ? ofPart(named) : undefined),
    },
  ]
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/**
 * The time so many minutes after midnight, or after noon for the half `p` of the day. Without a half the night is not
 * meant, nor six in the morning by "at 6".
 */
function timeIn(minutes: number, half: string | undefined, isBare = false): Partial<Found> | undefined {
  const isMeant = half === undefined && (minutes < 360 || (isBare && minutes === 360))
  const inHalf = half === undefined ? minutes : (minutes % 720) + (half === 'p' ? 720 : 0)
  const time = isMeant ? minutes + 720 : inHalf
  return time >= 0 && time < 1440
    ? { targetTime: `${twoDigits(Math.floor(time / 60))}:${twoDigits(time % 60)}` }
    : undefined
}

/** The next such day; `month` begins at 0. */
function dateIn(day: number, month: number, today: Day): Partial<Found> | undefined {
  const year = Number(today.slice(0, 4))
  const dates = [year, year + 1].map((of) => Day.safeParse(`${of}-${twoDigits(month + 1)}-${twoDigits(day)}`).data)
  const dueOn = dates.find((date) => date !== undefined && date >= today)
  return dueOn && { dueOn }
}

/** Several weekdays, or one with a word for each of it, are those of each week; one alone is a day. */
function weekdaysIn(phrase: string, words: LineWords, today: Day): Partial<Found> | undefined {
  const isEvery = RegExp(`^(?:${words.every})\\s`).test(phrase)
  const names = phrase.split(/[^a-z]+/)
  const numberOf = (name: string) => numberIn(words.weekdays, name)
  // A plural is of each week, "Mondays" as well as "montags".
  const isPlural = names.some((name) => numberOf(name) === 0 && numberOf(name.replace(/s$/, '')) > 0)
  const weekdays = names
    .map((name) => numberOf(name) || numberOf(name.replace(/s$/, '')))
    .filter((number) => number > 0)
  const [first = 1, last = first] = weekdays
  if (weekdays.length === 1 && !isEvery && !isPlural)
    return isWhole(words.notAlone, phrase) ? undefined : { dueOn: plusDays(today, (first - weekdayOf(today) + 7) % 7) }
  const isSpan = weekdays.length === 2 && RegExp(`[–-]|\\s(?:${words.to})\\s`).test(phrase)
  const span = Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first - 1 + index) % 7) + 1)
  return {
    recurring: 'weekly',
    weekdays: [...new Set(isSpan ? span : weekdays)].toSorted((one, other) => one - other),
  }
}

function gemPhrases({ words }: LineContext): readonly Phrase[] {
  const before = `(?:(?:${words.for})\\s+)?\\+?`
  return [
    {
      source: `${before}(?:💎\\s*(\\d{1,6})|(\\d{1,6})\\s*(?:${words.gems}|💎))`,
      read: ([, one, other]) => gemsOf(Number(one || other), gemLimits.value),
    },
    {
      source: `${before}(\\d{1,6})`,
      only: 'end',
      read: ([, number], { title }) =>
        isWhole(`${words.numbered}|${words.months.replaceAll(' ', '|')}`, title.at(-1))
          ? undefined
          : gemsOf(Number(number), mostBareGems),
    },
  ]
}

const gemsOf = (gemValue: number, most: number) => (gemValue <= most ? { gemValue } : undefined)

/** The members of a line, by their whole name or the first part of it, where nobody else has it. */
function memberPhrases({ members, words }: LineContext): readonly Phrase[] {
  const plain = members.map((member) => ({ member, name: plainOf(tidy(member.displayName)) }))
  const firstOf = (name: string) => name.split(/\s/, 1)[0] ?? ''
  const havers = (name: string) => plain.filter((one) => one.name === name || firstOf(one.name) === name)
  const names = [...new Set(plain.flatMap((one) => [one.name, firstOf(one.name)]))]
    .filter((name) => name !== '' && havers(name).length === 1)
    .toSorted((one, other) => other.length - one.length)
  const name = names.map((known) => known.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)).join('|')
  const kids = members.filter(({ role }) => role === 'kid')
  return [
    {
      source: words.allKids,
      read: () => (kids.length === 0 ? undefined : { assigneeIds: kids.map(({ id }) => id) }),
    },
    {
      source: `((?:${words.for})\\s+)?@?((?:${name})(?:(?:\\s*[,&+]\\s*|\\s+(?:${words.and})\\s+|\\s+)@?(?:${name}))*)`,
      read: ([, isFor, list = ''], { title, end, isFirst }) => {
        const chosen = Array.from(list.matchAll(RegExp(name, 'g')), ([known]) => havers(known)[0]?.member)
        const isShort = title.length < 2
        // "A present for Mia", "Help Mia" and "Pick up Mia" are titles, and so is "Papa helfen".
        const isObject =
          end === 'end' && (isFor !== '' || (isShort && isFirst) || isWhole(words.particles, title.at(-1)))
        const isHelped = isShort && chosen.some((member) => member?.role !== 'kid')
        if (names.length === 0 || isObject || isHelped) return undefined
        return { assigneeIds: members.filter((member) => chosen.includes(member)).map(({ id }) => id) }
      },
    },
  ]
}

const isWhole = (source: string | undefined, text: string | undefined) =>
  source !== undefined && text !== undefined && RegExp(`^(?:${source})$`).test(text)

/** The number of a word in a list of sources, from 1; 0 if it is none of them. */
const numberIn = (sources: string, word: string) => sources.split(' ').findIndex((source) => isWhole(source, word)) + 1

/** In lower case and without accents, each character at its place. */
const plainOf = (text: string) =>
  text.replaceAll(/\p{L}/gu, (letter) => letter.normalize('NFD').toLowerCase().slice(0, letter.length))

const tidy = (text: string) => text.normalize('NFC').replaceAll(/^[\s,;:–-]+|[\s,;:–-]+$/g, '')
