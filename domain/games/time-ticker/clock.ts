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

/** As it is said: 'half past 3', '3 oh 5'. */
export function wordsOf(time: Time): string {
  const { hours, minutes } = time
  if (minutes === 0) return `${hours} o'clock`
  if (minutes === 15) return `quarter past ${hours}`
  if (minutes === 30) return `half past ${hours}`
  if (minutes === 45) return `quarter to ${timeAt(minutesSinceTwelve(time) + 60).hours}`
  return minutes < 10 ? `${hours} oh ${minutes}` : `${hours} ${minutes}`
}

/** Where the hands are, for who cannot see them; what time that is stays to be found out. */
export function handsInWords(time: Time): string {
  const { hours, minutes } = time
  const next = (hours % 12) + 1
  const short = minutes === 0 ? `at the ${hours}` : `between the ${hours} and the ${next}`
  const past = minutes % 5
  const long = past === 0 ? 'at' : past === 1 ? '1 minute past' : `${past} minutes past`
  return `short hand ${short}, long hand ${long} the ${Math.floor(minutes / 5) || 12}`
}
