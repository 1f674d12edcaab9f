/** The time on a clock face: hours 1 to 12, minutes 0 to 59. */
export type Time = { hours: number; minutes: number }
export type Hand = 'hour' | 'minute'

const minutesAround = 12 * 60

/** Returns the time so many minutes after twelve; any whole number wraps around. */
export function timeAt(minutes: number): Time {
  const around = ((minutes % minutesAround) + minutesAround) % minutesAround
  return { hours: Math.floor(around / 60) || 12, minutes: around % 60 }
}

export const minutesSinceTwelve = ({ hours, minutes }: Time): number => (hours % 12) * 60 + minutes

export const isSameTime = (one: Time, other: Time): boolean => minutesSinceTwelve(one) === minutesSinceTwelve(other)

/** Returns a hand's degrees clockwise from the twelve. The hour hand moves on with the minutes. */
export const angleOf = (hand: Hand, time: Time): number =>
  hand === 'minute' ? time.minutes * 6 : minutesSinceTwelve(time) / 2

/** Formats a time like a digital clock: '3:05'. */
export const digital = ({ hours, minutes }: Time): string => `${hours}:${String(minutes).padStart(2, '0')}`

/**
 * A time as read off the face: the next hour, the number the minute hand points at or has passed, and by how many
 * minutes.
 */
export type Reading = Time & { next: number; number: number; past: number }

export function readOff({ hours, minutes }: Time): Reading {
  return { hours, minutes, next: (hours % 12) + 1, number: Math.floor(minutes / 5) || 12, past: minutes % 5 }
}
