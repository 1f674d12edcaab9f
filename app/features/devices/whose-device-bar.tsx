import { ChevronRight, MonitorCheck } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { NewDeviceUse } from '#domain/contract/devices.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useIsPhone } from '#app/lib/device/is-phone.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { toast } from '#app/state/toast.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Avatar } from '#app/ui/media/avatar.tsx'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { common } from '#texts/common'
import { devices } from '#texts/devices'
import { useSetDeviceUse } from './use-set-device-use.ts'

type Asked = NewDeviceUse & { title: string }

/** Asks a parent once whether the device that has just signed in is a child's; on a phone as one line, behind which the answers are. */
export default function WhoseDeviceBar({ members }: { members: readonly FamilyMember[] }) {
  const bar = useRef<HTMLElement>(null)
  const [asked, ask] = useState<Asked>()
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const { mutate, isPending, isSuccess } = useSetDeviceUse()
  // Mission Control fills the window below the bar.
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return undefined
    const { style } = document.documentElement
    let frame: number | undefined
    const setSize = () => style.setProperty('--bar', `${element.offsetHeight}px`)
    setSize()
    // In a frame, because it changes sizes itself.
    const sizes = new ResizeObserver(() => {
      frame = requestAnimationFrame(setSize)
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      if (frame !== undefined) cancelAnimationFrame(frame)
      style.removeProperty('--bar')
    }
  }, [])
  const answer = (use: NewDeviceUse) =>
    mutate(use, {
      onError: (error) => {
        ask(undefined)
        toast({ title: common.error, description: sentenceFrom(error), destructive: true })
      },
    })
  const isBusy = isPending || isSuccess
  const choices = (
    <div className="flex min-w-0 flex-wrap gap-2">
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
  )
  return (
    <section
      ref={bar}
      aria-label={devices.isChilds}
      className="bg-sun-soft border-line flex flex-wrap items-center gap-x-3 gap-y-2 border-b md:px-6 md:py-2"
    >
      {isPhone ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="touch flex min-w-0 flex-1 items-center gap-2 px-4 text-left font-bold"
        >
          <span className="min-w-0 flex-1 truncate">{devices.isChilds}</span>
          <ChevronRight aria-hidden className="size-5 shrink-0" />
        </button>
      ) : (
        <>
          <p className="min-w-0 py-1 font-bold">{devices.isChilds}</p>
          <div className="contents">{choices}</div>
        </>
      )}
      <Dialog open={isOpen && isPhone} onOpenChange={setOpen} title={devices.isChilds}>
        {choices}
      </Dialog>
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
