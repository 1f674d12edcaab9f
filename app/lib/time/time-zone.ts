import { useEffect } from 'react'
import { useFamilyPart, useServerPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'

/** The time zone of a family that has not set one. */
export const unknownZone = 'UTC'

/** IANA name of this device's time zone; `UTC` if the browser does not provide one. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (timeZone as string | undefined) === undefined || timeZone === 'Etc/Unknown' ? unknownZone : timeZone
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
  const family = useServerPart('family')
  const familyId =
    isParent && family?.timeZone === unknownZone && deviceTimeZone() !== unknownZone ? family.id : undefined
  useEffect(() => {
    if (familyId !== undefined) mutate({ familyId, body: { timeZone: deviceTimeZone() } })
  }, [familyId, mutate])
}
