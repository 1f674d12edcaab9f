import { pick, nextFloat, nextInteger, shuffled, type Chance } from '../chance.ts'
import { distractorsOf } from '../distractors.ts'
import { minutesSinceTwelve, timeAt, type Time } from './clock.ts'
import { levels, type ClockLevel, type ClockLevelId } from './levels.ts'

export const modes = ['setclock', 'readclock', 'matchtime'] as const
export type Mode = (typeof modes)[number]

export type ClockQuestion = {
  level: ClockLevel
  mode: Mode
  targetHours: number
  targetMinutes: number
  /** The options to choose from; empty when the clock is to be set. */
  options: readonly Time[]
}

/** Minimum minutes between two options; a smaller difference is not visible on three small clocks. */
const leastApart: Record<Mode, number> = { setclock: 1, readclock: 1, matchtime: 4 }

export const targetOf = ({ targetHours, targetMinutes }: ClockQuestion): Time => ({
  hours: targetHours,
  minutes: targetMinutes,
})

/** Returns a question of a level, never with the hour of the one before, so that no clock is already right. */
export function questionOf(chance: Chance, level: ClockLevel, mode: Mode, before?: Time): [ClockQuestion, Chance] {
  let next = chance
  let hours: number
  ;[hours, next] =
    before === undefined ? nextInteger(next, 1, 12) : nextInteger(next, before.hours + 1, before.hours + 11)
  let minutes: number
  ;[minutes, next] = pick(next, level.minutes)
  const target = timeAt(hours * 60 + minutes)
  let options: Time[] = []
  if (mode !== 'setclock') {
    let wrong: Time[]
    ;[wrong, next] = wrongTimesOf(next, level, mode, target)
    ;[options, next] = shuffled(next, [target, ...wrong])
  }
  return [{ level, mode, targetHours: target.hours, targetMinutes: target.minutes, options }, next]
}

/**
 * The middle is a little less likely: with 12 read as 0 it would come too often, because times beside 12 change sides.
 */
const rankShares = [0.35, 0.3, 0.35] as const

/**
 * Picks wrong times that children choose. All have minutes of the level, either those of the right time or all
 * different ones, so that the minutes do not reveal the right one.
 */
function wrongTimesOf(chance: Chance, { id }: ClockLevel, mode: Mode, target: Time): [Time[], Chance] {
  const minutes = levels.find((level) => level.id === id)?.minutes ?? []
  const [part, next] = nextFloat(chance)
  const isByHour = minutes.length === 1 || part < 0.5
  const [mistakes, after] = shuffled(next, isByHour ? wrongHoursOf(target) : wrongMinutesOf(id, target))
  const others = isByHour ? [2, -2, 3, -3].map((by) => addHours(by, target)) : nearTimesOf(minutes, target)
  const candidates = [...mistakes, ...others].filter(
    (time) => minutes.includes(time.minutes) && (isByHour || time.minutes !== target.minutes),
  )
  return distractorsOf(
    after,
    candidates.filter((time) => minutesBetween(time, target) >= leastApart[mode]),
    rankShares,
    (time) => digitsOf(time) < digitsOf(target),
    (time, other) => minutesBetween(time, other) >= leastApart[mode] && (isByHour || time.minutes !== other.minutes),
  )
}

/** Returns a number that orders times as a digital clock shows them. */
const digitsOf = ({ hours, minutes }: Time) => hours * 60 + minutes

const addHours = (hours: number, time: Time) => timeAt(minutesSinceTwelve(time) + hours * 60)

/** The hour before or after, when the hour hand is between two numbers; the minute hand's number taken for the hour. */
function wrongHoursOf(target: Time): Time[] {
  const beside = [addHours(1, target), addHours(-1, target)]
  // On the hour that number is always 12: children would soon know it to be wrong.
  return target.minutes === 0 ? beside : [...beside, { hours: numberAt(target), minutes: target.minutes }]
}

/** Returns the number nearest to the minute hand. */
const numberAt = ({ minutes }: Time) => Math.round(minutes / 5) || 12

function wrongMinutesOf(id: ClockLevelId, target: Time): Time[] {
  const { hours, minutes } = target
  const at = (others: number): Time => ({ hours, minutes: others })
  // The hour hand read as minutes, the minute hand as the hour.
  const swapped: Time = { hours: numberAt(target), minutes: Math.floor(minutesSinceTwelve(target) / 12) }
  // Past and to confused; the number at the minute hand read as minutes: twenty past three as 3:04.
  const found = [swapped, { ...swapped, minutes: (hours % 12) * 5 }, at(60 - minutes), at(numberAt(target))]
  // One step miscounted, or ten.
  const steps = id === 'quarter' ? [15] : id === 'fiveminute' ? [5, 10] : [1, 5, 10]
  return [...found, ...steps.flatMap((step) => [at(minutes - step), at(minutes + step)])]
}

const mostStepsAway = 8

/** Returns the times of a level around this one, nearest first. */
function nearTimesOf(minutes: readonly number[], { hours, minutes: own }: Time): Time[] {
  const place = (hours + 12) * minutes.length + minutes.indexOf(own)
  return Array.from({ length: mostStepsAway }, (_, index) => index + 1)
    .flatMap((step) => [place + step, place - step])
    .map((other) => timeAt(Math.floor(other / minutes.length) * 60 + (minutes[other % minutes.length] ?? 0)))
}

/** Returns the minutes between two times, the shorter way around. */
function minutesBetween(one: Time, other: Time): number {
  const around = minutesSinceTwelve(timeAt(minutesSinceTwelve(one) - minutesSinceTwelve(other)))
  return Math.min(around, 12 * 60 - around)
}
