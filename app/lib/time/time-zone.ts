import { useEffect } from 'react'
import { useFamilyPart, useServerPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'

/** The time zone of a family that has not set one. */
export const unknownZone = 'UTC'

/** Whether a time zone (IANA name) is named after a place, and not only an offset, as `UTC` and `Etc/GMT+3` are. */
export const isPlace = (timeZone: string): boolean => timeZone.includes('/') && !timeZone.startsWith('Etc/')

/** IANA name of this device's time zone; `UTC` if the browser does not provide one, or one that is no place. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (timeZone as string | undefined) !== undefined && isPlace(timeZone) ? timeZone : unknownZone
}

/** IANA name of the zone whose midnight begins the family's day. */
export function useTimeZone(): string {
  return useFamilyPart('family')?.timeZone ?? unknownZone
}

/**
 * Sets the family's time zone once, from a parent's device. A refusal is silent, because the user did not request this.
 */
export function useInitialTimeZone(isParent: boolean): void {
  const { mutate } = useCommand('editFamily')
  const { id, timeZone } = useServerPart('family') ?? {}
  const familyId = isParent && timeZone === unknownZone && deviceTimeZone() !== unknownZone ? id : undefined
  useEffect(() => {
    if (familyId !== undefined) mutate({ familyId, body: { timeZone: deviceTimeZone() } })
  }, [familyId, mutate])
}
