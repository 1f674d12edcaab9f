import { Check, MonitorCheck, Users } from 'lucide-react'
import { useState } from 'react'
import type { MemberId } from '#domain/contract/ids.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { FaceTile } from '#app/ui/controls/face-tile.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { common } from '#texts/common'
import { join } from '#texts/join'
import { useSetDeviceUse } from './use-set-device-use.ts'

/** Asks who uses a device that has joined: a tap on a face answers for one child. */
export function ChooseUse({ members }: { members: readonly FamilyMember[] }) {
  const [chosen, setChosen] = useState<readonly MemberId[]>()
  const { mutate, error, isPending, isSuccess } = useSetDeviceUse()
  const isBusy = isPending || isSuccess
  const children = members.filter(({ role }) => role === 'kid')
  // A child may have been removed after the tap on its face.
  const still = children.flatMap(({ id }) => (chosen?.includes(id) === true ? [id] : []))
  const tap = (id: MemberId) => {
    if (chosen === undefined) mutate({ use: 'children', memberIds: [id] })
    else setChosen(still.includes(id) ? still.filter((other) => other !== id) : [...still, id])
  }
  return (
    <div className="flex flex-col gap-4">
      {children.length === 0 && <p className="text-lg">{join.noChildren}</p>}
      {children.length > 0 && (
        <ul aria-label={join.children} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {children.map((child) => (
            <li key={child.id}>
              <FaceTile
                person={avatarProps(child, children)}
                disabled={isBusy}
                aria-pressed={chosen === undefined ? undefined : still.includes(child.id)}
                badge={still.includes(child.id) ? <Check aria-hidden className="size-5" /> : undefined}
                badgeClassName="bg-grape text-on-grape"
                className="w-full"
                onClick={() => tap(child.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <FormError sentence={error === null ? undefined : sentenceFrom(error)} />
      {chosen === undefined ? (
        <div className="flex flex-col gap-3">
          {children.length > 1 && (
            <Button variant="quiet" className="min-h-14 text-lg" disabled={isBusy} onClick={() => setChosen([])}>
              <Users aria-hidden />
              <span>{join.several}</span>
            </Button>
          )}
          <Button
            variant="quiet"
            className="min-h-14 text-lg"
            disabled={isBusy}
            onClick={() => mutate({ use: 'wall', memberIds: [] })}
          >
            <MonitorCheck aria-hidden />
            <span>{join.wall}</span>
          </Button>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <Button
            className="min-h-14 text-lg"
            busy={isBusy}
            disabled={still.length === 0}
            onClick={() => mutate({ use: 'children', memberIds: still })}
          >
            {join.done}
          </Button>
          <Button variant="bare" className="min-h-14 text-lg" disabled={isBusy} onClick={() => setChosen(undefined)}>
            {common.back}
          </Button>
        </div>
      )}
    </div>
  )
}
