import { timeOf } from '#app/texts/clock.ts'
import { formatDay } from '#app/texts/dates.ts'
import { shell } from '#texts/shell'

/** Since when the board is old, where that is not today. */
export default function AsOfDay({ since }: { since: Date }) {
  return <span>{shell.asOf(`${formatDay(since, 'shortWeekdayAndDay')}, ${timeOf(since)}`)}</span>
}
