import { pick, rollWhole, shuffled, type Chance } from '../chance.ts'
import { minutesSinceTwelve, timeAt, type Time } from './clock.ts'
import type { Level } from './levels.ts'

export const modes = ['setclock', 'readclock', 'matchtime'] as const
export type Mode = (typeof modes)[number]

export type Question = {
  level: Level
  mode: Mode
  targetHours: number
  targetMinutes: number
  /** To choose from; none where the clock is to be set. */
  options: readonly Time[]
}

const optionCount = 3
/** How many minutes two options differ at least; less could not be seen on three small clocks. */
const leastApart: Record<Mode, number> = { setclock: 1, readclock: 1, matchtime: 4 }

export const targetOf = ({ targetHours, targetMinutes }: Question): Time => ({ hours: targetHours, minutes: targetMinutes })

/** A question of a level; never the hour of the one before, so that no clock stands right already. */
export function questionOf(chance: Chance, level: Level, mode: Mode, before?: Time): [Question, Chance] {
  let next = chance
  let hours: number
  ;[hours, next] = before === undefined ? rollWhole(next, 1, 12) : rollWhole(next, before.hours + 1, before.hours + 11)
  let minutes: number
  ;[minutes, next] = pick(next, level.minutes)
  const target = timeAt(hours * 60 + minutes)
  let options: Time[] = []
  if (mode !== 'setclock') {
    let wrong: Time[]
    ;[wrong, next] = distractorsOf(next, level, mode, target)
    ;[options, next] = shuffled(next, [target, ...wrong])
  }
  return [{ level, mode, targetHours: target.hours, targetMinutes: target.minutes, options }, next]
}

/** Wrong times of the kind children come to; the rest, where these are too few, are other hours. */
function distractorsOf(chance: Chance, level: Level, mode: Mode, target: Time): [Time[], Chance] {
  const [mixed, next] = shuffled(chance, mistakesOf(level, target))
  const at = minutesSinceTwelve(target)
  const others = [1, -1, 2].map((hours) => timeAt(at + hours * 60))
  const distinct: Time[] = []
  for (const time of [...mixed, ...others]) {
    if (distinct.length < optionCount - 1 && [target, ...distinct].every((known) => apart(known, time) >= leastApart[mode])) distinct.push(time)
  }
  return [distinct, next]
}

/** Minutes between two times, the shorter way around. */
function apart(one: Time, other: Time): number {
  const around = minutesSinceTwelve(timeAt(minutesSinceTwelve(one) - minutesSinceTwelve(other)))
  return Math.min(around, 12 * 60 - around)
}

/** A mistake may come to the right time, or to the same wrong one as another. */
function mistakesOf(level: Level, { hours, minutes }: Time): Time[] {
  const at = minutesSinceTwelve({ hours, minutes })
  const onTheHour = at - minutes
  const isExact = level.id === 'tominute'
  // The hour hand's place read as minutes, the minute hand's as the hour.
  const swapped = Math.round(minutes / 5) * 60 + (isExact ? Math.floor(at / 12) : (hours % 12) * 5)
  const found = [swapped, at + (minutes < 30 ? -60 : 60)]
  // The number at the minute hand read as minutes: half past three as 3:06.
  if (minutes % 5 === 0) found.push(onTheHour + (minutes / 5 || 12))
  // Past and to confused.
  if (minutes % 30 !== 0) found.push(onTheHour + 60 - minutes)
  // One step miscounted.
  if (level.id === 'fiveminute' || isExact) found.push(at + 5, at - 5)
  if (isExact) found.push(at + 1, at - 1)
  return found.map(timeAt)
}
