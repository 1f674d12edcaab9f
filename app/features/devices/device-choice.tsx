import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FamilyId, MemberId } from '#domain/contract/ids.ts'
import type { DeviceChoiceProps } from '#app/lib/device/device-choice-props.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { sessionQuery } from '#app/lib/session/session.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { Checkbox } from '#app/ui/controls/checkbox.tsx'
import { devices as texts } from '#texts/devices'
import { deviceName, isLetInBy, lastSeen, usedBy } from './device-words.ts'
import { devicesQuery } from './devices-query.ts'

/** The paired devices that end with the own account, each ticked; nothing where there is none. */
export function DeviceChoice(props: DeviceChoiceProps) {
  const session = useQuery(sessionQuery()).data
  const own = useFamilyPart('members').find(({ id }) => id === session?.ownMember)
  // A kid's own login lets nobody in.
  if (!session?.familyId || own?.role !== 'parent') return null
  return <Choice familyId={session.familyId} me={own.id} {...props} />
}

function Choice({ familyId, me, kept, onKeep, note }: DeviceChoiceProps & { familyId: FamilyId; me: MemberId }) {
  const hintId = useId()
  const { data: devices, error } = useQuery(devicesQuery(familyId))
  const members = useFamilyPart('members')
  const own = devices?.filter((device) => isLetInBy(device, me)) ?? []
  if (devices === undefined && error) return <p className="text-muted">{texts.allEnd}</p>
  if (own.length === 0) return null
  return (
    <fieldset aria-describedby={hintId} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-bold">{texts.youLetIn}</legend>
      <div className="border-line flex flex-col rounded-card border p-1.5">
        {own.map((device) => (
          <Checkbox
            key={device.id}
            checked={!kept.includes(device.id)}
            onCheckedChange={(isEnded) =>
              onKeep(isEnded ? kept.filter((id) => id !== device.id) : [...kept, device.id])
            }
            label={
              <span className="flex min-w-0 flex-col wrap-anywhere">
                <span translate={device.name === null ? undefined : 'no'} dir="auto" className="font-semibold">
                  {deviceName(device)}
                </span>{' '}
                <span>{usedBy(device, members)}</span>{' '}
                <span className="text-muted text-sm">{lastSeen(device.lastSeenAt, serverNow())}</span>
              </span>
            }
          />
        ))}
      </div>
      <div id={hintId} className="text-muted flex flex-col gap-1.5 text-sm">
        <p>{texts.tickedEnd}</p>
        {note !== undefined && <p>{note}</p>}
      </div>
    </fieldset>
  )
}
