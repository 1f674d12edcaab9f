import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Family } from '#domain/contract/families.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api/api-client.ts'
import { myFamiliesQuery } from '#app/lib/api/queries.ts'

/** What a family has until somebody says where it lives. */
export const unknownZone = 'UTC'

/** IANA name of this device's time zone; `UTC` where the browser does not tell it. */
export function deviceTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return (timeZone as string | undefined) === undefined || timeZone === 'Etc/Unknown' ? unknownZone : timeZone
}

/** IANA name of the zone whose midnight begins the family's day. */
export function useTimeZone(): string {
  const { data = unknownZone } = useQuery({ ...myFamiliesQuery(), select: ([membership]) => membership?.family.timeZone })
  return data
}

export function useSetTimeZone(familyId: FamilyId) {
  return useMutation({
    mutationFn: (timeZone: string) => call('editFamily', { familyId }, { timeZone }),
  })
}

/** Tells the server, once for a family, in which time zone a parent's device is. A refusal is silent: nobody asked for anything. */
export function useTellTimeZone({ id, timeZone }: Family, isParent: boolean): void {
  const { mutate } = useSetTimeZone(id)
  const isUnknown = isParent && timeZone === unknownZone && deviceTimeZone() !== unknownZone
  useEffect(() => {
    if (isUnknown) mutate(deviceTimeZone())
  }, [isUnknown, mutate])
}
