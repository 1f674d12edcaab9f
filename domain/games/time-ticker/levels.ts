import { minutesSinceTwelve, timeAt, type Hand, type Time } from './clock.ts'

export type ClockLevelId = 'oclock' | 'halfhour' | 'quarter' | 'fiveminute' | 'tominute'

export type ClockLevel = {
  id: ClockLevelId
  /**
   * The clock hand that snaps, to multiples of `snap` degrees. When it is the hour hand, setting the clock shows no
   * other hand.
   */
  snapped: Hand
  snap: number
  /** The minutes it asks for. */
  minutes: readonly number[]
}

const every = (step: number) => Array.from({ length: 60 / step - 1 }, (_, index) => (index + 1) * step)

export const levels: readonly [ClockLevel, ...ClockLevel[]] = [
  { id: 'oclock', snapped: 'hour', snap: 30, minutes: [0] },
  { id: 'halfhour', snapped: 'hour', snap: 15, minutes: [30] },
  { id: 'quarter', snapped: 'minute', snap: 90, minutes: every(15) },
  { id: 'fiveminute', snapped: 'minute', snap: 30, minutes: every(5) },
  { id: 'tominute', snapped: 'minute', snap: 6, minutes: every(1) },
]

/** Returns the clock after a hand was placed, snapped to the level's steps. The other hand keeps its number. */
export function putHand({ snapped, snap }: ClockLevel, time: Time, hand: Hand, degrees: number): Time {
  if (snapped === 'hour') return timeAt(Math.round(degrees / snap) * snap * 2)
  if (hand === 'minute')
    return timeAt(
      minutesSinceTwelve(time) - time.minutes + (((((Math.round(degrees / snap) * snap) / 6) % 60) + 60) % 60),
    )
  return timeAt(Math.round((degrees - time.minutes / 2) / 30) * 60 + time.minutes)
}

/** The same while a hand is dragged: as on a real clock, the minute hand crossing the twelve changes the hour. */
export function turnHand(level: ClockLevel, time: Time, hand: Hand, degrees: number): Time {
  const put = putHand(level, time, hand, degrees)
  if (level.snapped === 'hour' || hand === 'hour') return put
  const way = put.minutes - time.minutes
  const hours = way > 30 ? -1 : way < -30 ? 1 : 0
  return timeAt(minutesSinceTwelve(put) + hours * 60)
}

/** Returns the clock after a hand moved by so many of the level's steps; negative ones go back. */
export function stepHand({ snapped, snap }: ClockLevel, time: Time, hand: Hand, steps: number): Time {
  const step = hand === 'minute' ? snap / 6 : snapped === 'hour' ? snap * 2 : 60
  return timeAt(minutesSinceTwelve(time) + steps * step)
}
