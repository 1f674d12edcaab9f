import { useMemo } from 'react'
import { useServerPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { locale } from '#app/texts/page-language.ts'
import { family } from '#texts/family'
import { deviceTimeZone, isPlace, unknownZone, useTimeZone } from './time-zone.ts'

/** 'Berlin, Europe' */
const placeOf = (timeZone: string): string => timeZone.replaceAll('_', ' ').split('/').toReversed().join(', ')

const inAlphabet = new Intl.Collator(locale)

/** Returns the props of a select for the zone of the family's days: this device's own first, then all by their city. */
export function useZoneSelect() {
  const { id, timeZone = unknownZone } = useServerPart('family') ?? {}
  const { mutate } = useCommand('editFamily', { failure: family.saveFailed })
  const shown = useTimeZone()
  const options = useMemo(() => {
    const zones = [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])].filter(isPlace)
    const sorted = zones.toSorted((one, other) => inAlphabet.compare(placeOf(one), placeOf(other)))
    return [...new Set([deviceTimeZone(), ...sorted])]
      .filter(isPlace)
      .map((value) => ({ value, label: placeOf(value) }))
  }, [timeZone])
  return {
    label: family.daysBeginIn,
    hint: isPlace(shown) ? undefined : family.zoneUnknown,
    value: isPlace(shown) ? shown : '',
    options: isPlace(shown) ? options : [{ value: '', label: family.chooseCity, disabled: true }, ...options],
    onValueChange: (value: string) => {
      if (id !== undefined) mutate({ familyId: id, body: { timeZone: value } })
    },
  }
}
