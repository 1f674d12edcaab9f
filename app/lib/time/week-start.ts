import type { WeekStart } from '#domain/contract/families.ts'
import { useServerPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { weekdayName } from '#app/texts/weekdays.ts'
import { family } from '#texts/family'

type WeekInfo = { firstDay: number }
/** TypeScript knows neither the method nor the property that came before it. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** For Firefox, which does not say it: the largest of the regions whose weeks begin on these days, of Unicode's CLDR. */
const regionsBySunday = 'BD BR CA CO ET HK ID IL IN JP KE KR MX PE PH PK PT SA SG TH TW US VE ZA'.split(' ')
const regionsBySaturday = 'AF BH DZ EG IQ IR JO KW LY OM QA SD SY'.split(' ')

/** Returns the day on which a week begins in the language and region of this device. */
export function deviceWeekStart(tag: string = navigator.language): WeekStart {
  const locale = localeOf(tag)
  if (locale === undefined) return 1
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay
  if (first === 1 || first === 6 || first === 7) return first
  const region = locale.region ?? ''
  return regionsBySunday.includes(region) ? 7 : regionsBySaturday.includes(region) ? 6 : 1
}

/** Undefined for a tag that is none, as a system without a language has. */
function localeOf(tag: string): LocaleWithWeek | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}

/** Returns the props of a select for the day on which the family's week begins. */
export function useWeekStartSelect() {
  const { id, weekStartsOn = 1 } = useServerPart('family') ?? {}
  const { mutate } = useCommand('editFamily', { failure: family.saveFailed })
  return {
    label: family.weekStartsOn,
    value: `${weekStartsOn}`,
    options: ([1, 6, 7] as const).map((day) => ({ value: `${day}`, label: weekdayName(day, 'long') })),
    onValueChange: (value: string) => {
      if (id !== undefined) mutate({ familyId: id, body: { weekStartsOn: Number(value) as WeekStart } })
    },
  }
}
