import { useEffect } from 'react'
import { useFamilyPart, useServerPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'

/** What a family has until somebody says where it lives. */
export const unknownZone = 'UTC'

/** IANA name of this device's time zone; `UTC` where the browser does not name it. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (timeZone as string | undefined) === undefined || timeZone === 'Etc/Unknown' ? unknownZone : timeZone
}

/** IANA name of the zone whose midnight begins the family's day. */
export function useTimeZone(): string {
  return useFamilyPart('family')?.timeZone ?? unknownZone
}

/** Sends the server, once for a family, in which time zone a parent's device is. A refusal is silent: nobody asked for anything. */
export function useTellTimeZone(isParent: boolean): void {
  const { mutate } = useCommand('editFamily')
  const family = useServerPart('family')
  const familyId = isParent && family?.timeZone === unknownZone && deviceTimeZone() !== unknownZone ? family.id : undefined
  useEffect(() => {
    if (familyId !== undefined) mutate({ familyId, body: { timeZone: deviceTimeZone() } })
  }, [familyId, mutate])
}
