import { readOff, type Time } from '#domain/games/time-ticker/clock.ts'
import { targetOf, type Mode, type Question } from '#domain/games/time-ticker/questions.ts'
import { timeTicker } from '#texts/timeTicker'

/** A time as it is said: 'half past 3'. */
export const wordsOf = (time: Time): string => timeTicker.spoken(readOff(time))

/** Where the hands are, for who cannot see them; what time that is stays to be found out. */
export const handsInWords = (time: Time): string => timeTicker.hands(readOff(time))

/** What the owl asks, as it is said aloud. */
export const spokenPromptOf = (question: Question): string => timeTicker.prompts[question.mode].replace('{time}', wordsOf(targetOf(question)))

/** What an option is called without being seen: a clock by its hands, a time by its words. */
export const optionInWords = (mode: Mode, option: Time): string => (mode === 'matchtime' ? handsInWords(option) : wordsOf(option))
