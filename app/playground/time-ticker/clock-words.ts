import { readOff, type Time } from '#domain/games/time-ticker/clock.ts'
import { targetOf, type Mode, type ClockQuestion } from '#domain/games/time-ticker/questions.ts'
import { timeTicker } from '#texts/timeTicker'

/** The spoken form of a time: 'half past 3'. */
export const spokenTime = (time: Time): string => timeTicker.spoken(readOff(time))

/** Describes the positions of the hands for screen readers, without telling the time. */
export const handsInWords = (time: Time): string => timeTicker.hands(readOff(time))

/** The spoken form of the owl's question. */
export const spokenPromptOf = (question: ClockQuestion): string =>
  timeTicker.prompts[question.mode].replace('{time}', spokenTime(targetOf(question)))

/** The accessible name of an option: a clock by its hands, a time by its words. */
export const optionInWords = (mode: Mode, option: Time): string =>
  mode === 'matchtime' ? handsInWords(option) : spokenTime(option)
