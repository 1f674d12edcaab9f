/** What a clock face shows: hours 1 to 12, minutes 0 to 59. */
export type Time = { hours: number; minutes: number }
export type Hand = 'hour' | 'minute'

const minutesAround = 12 * 60

/** Minutes since twelve; any whole number, it goes around. */
export function timeAt(minutes: number): Time {
  const around = ((minutes % minutesAround) + minutesAround) % minutesAround
  return { hours: Math.floor(around / 60) || 12, minutes: around % 60 }
}

export const minutesSinceTwelve = ({ hours, minutes }: Time): number => (hours % 12) * 60 + minutes

export const isSameTime = (one: Time, other: Time): boolean => minutesSinceTwelve(one) === minutesSinceTwelve(other)

/** Degrees from the twelve, clockwise. The hour hand moves on with the minutes. */
export const angleOf = (hand: Hand, time: Time): number => (hand === 'minute' ? time.minutes * 6 : minutesSinceTwelve(time) / 2)

/** As a digital clock shows it: '3:05'. */
export const digital = ({ hours, minutes }: Time): string => `${hours}:${String(minutes).padStart(2, '0')}`

/** A time as it is read off the face: which hour is next, and the number the long hand is at, or has passed by so many minutes. */
export type Reading = Time & { next: number; number: number; past: number }

export function readOff({ hours, minutes }: Time): Reading {
  return { hours, minutes, next: (hours % 12) + 1, number: Math.floor(minutes / 5) || 12, past: minutes % 5 }
}
