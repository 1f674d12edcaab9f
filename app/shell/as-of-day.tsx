import { timeOf } from '#app/texts/time-of-day.ts'
import { formatDay } from '#app/texts/dates.ts'
import { shell } from '#texts/shell'

/** The day and time since when the data may be out of date, if that is not today. */
export default function AsOfDay({ since }: { since: Date }) {
  return <span>{shell.asOf(`${formatDay(since, 'shortWeekdayAndDay')}, ${timeOf(since)}`)}</span>
}
