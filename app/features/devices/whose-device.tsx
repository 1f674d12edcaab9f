import { MonitorCheck } from 'lucide-react'
import { useState } from 'react'
import type { NewDeviceUse } from '#domain/contract/devices.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { toast } from '#app/state/toast.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { common } from '#texts/common'
import { devices } from '#texts/devices'
import { useSetDeviceUse } from './use-set-device-use.ts'

type Asked = NewDeviceUse & { title: string }

/** Asks a parent once whether the device that has just signed in is a child's. */
export function WhoseDevice({ members }: { members: readonly FamilyMember[] }) {
  const [asked, ask] = useState<Asked>()
  const { mutate, isPending, isSuccess } = useSetDeviceUse()
  const answer = (use: NewDeviceUse) =>
    mutate(use, {
      onError: (error) => {
        ask(undefined)
        toast({ title: common.error, description: sentenceFrom(error), destructive: true })
      },
    })
  const isBusy = isPending || isSuccess
  return (
    <section aria-labelledby="whose-device" className="bg-sun-soft flex flex-col gap-3 rounded-card p-3 sm:p-4">
      <h2 id="whose-device" className="text-xl">
        {devices.isChilds}
      </h2>
      <div className="flex flex-wrap gap-2">
        {members
          .filter(({ role }) => role === 'kid')
          .map((child) => (
            <Button
              key={child.id}
              variant="quiet"
              disabled={isBusy}
              onClick={() => ask({ use: 'children', memberIds: [child.id], title: devices.givenTo(child.displayName) })}
            >
              <Avatar {...avatarProps(child)} decorative className="size-7 text-base" />
              <span translate="no" dir="auto" className="max-w-40 truncate">
                {child.displayName}
              </span>
            </Button>
          ))}
        <Button
          variant="quiet"
          disabled={isBusy}
          onClick={() => ask({ use: 'wall', memberIds: [], title: devices.givenToWall })}
        >
          <MonitorCheck aria-hidden />
          <span>{devices.isWall}</span>
        </Button>
        <Button variant="bare" disabled={isBusy} onClick={() => answer({ use: 'own', memberIds: [] })}>
          {devices.isMine}
        </Button>
      </div>
      <AlertDialog
        open={asked !== undefined}
        onOpenChange={() => ask(undefined)}
        title={asked?.title ?? ''}
        description={devices.accountLeaves}
        confirmLabel={devices.give}
        busy={isBusy}
        onConfirm={() => asked && answer({ use: asked.use, memberIds: asked.memberIds })}
      />
    </section>
  )
}
