import { useQuery } from '@tanstack/react-query'
import { Laptop, LogOut, Monitor, Pencil, Smartphone, Tablet, type LucideIcon } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { DevicePatch, type FamilyDevice, type DeviceModel } from '#domain/contract/devices.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { lazyWithPreload } from '#app/lib/device/lazy-with-preload.tsx'
import { useCommand } from '#app/lib/state/use-command.ts'
import { fieldMessages } from '#app/lib/text/field-messages.ts'
import { serverNow } from '#app/lib/time/server-clock.ts'
import { useFamilyPart } from '#app/lib/state/family-store.ts'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { Button } from '#app/ui/controls/button.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { FailedNotice } from '#app/ui/feedback/failed-notice.tsx'
import { Loading, Skeleton } from '#app/ui/feedback/skeleton.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { common } from '#texts/common'
import { devices as texts } from '#texts/devices'
import { deviceName, lastSeen, usedBy } from './device-words.ts'
import { devicesQuery } from './devices-query.ts'

// A chunk of its own, with the encoder of QR codes.
const PairDevice = lazyWithPreload(() => import('./pair-device.tsx'))

const icons: Record<DeviceModel, LucideIcon> = {
  ipad: Tablet,
  iphone: Smartphone,
  android_tablet: Tablet,
  android_phone: Smartphone,
  mac: Laptop,
  windows: Monitor,
  linux: Monitor,
  chromebook: Laptop,
  other: Tablet,
}

/** The devices of the family, for parents: each can be named and signed out, and a child's tablet added. */
export function DevicesList({ familyId }: { familyId: FamilyId }) {
  const { data: devices, error, refetch } = useQuery(devicesQuery(familyId))
  const [isAdding, setAdding] = useState(false)
  const [asked, ask] = useState<{ about: 'name' | 'end'; device: FamilyDevice }>()
  return (
    <>
      <Button className="self-start" onClick={() => setAdding(true)}>
        <Tablet aria-hidden />
        <span>{texts.addTablet}</span>
      </Button>
      {devices === undefined && error && (
        <FailedNotice level={3} title={texts.failed} text={sentenceFrom(error)} onRetry={() => void refetch()} />
      )}
      {devices === undefined && !error && (
        <Loading label={common.loading} className="flex flex-col gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
        </Loading>
      )}
      {devices !== undefined && (
        <ul className="divide-line flex flex-col divide-y">
          {devices.map((device) => (
            <li key={device.id}>
              <Row
                device={device}
                onRename={() => ask({ about: 'name', device })}
                onEnd={() => ask({ about: 'end', device })}
              />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <Dialog open onOpenChange={setAdding} title={texts.addTablet} size="small">
          <Suspense fallback={<Skeleton className="mx-auto aspect-square w-60 max-w-full rounded-card" />}>
            <PairDevice familyId={familyId} />
          </Suspense>
        </Dialog>
      )}
      {asked?.about === 'name' && <RenameDialog device={asked.device} onClose={() => ask(undefined)} />}
      {asked?.about === 'end' && (
        <EndDialog
          device={asked.device}
          // Signed out elsewhere meanwhile.
          isGone={devices?.every(({ id }) => id !== asked.device.id) === true}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}

type RowProps = { device: FamilyDevice; onRename: () => void; onEnd: () => void }

function Row({ device, onRename, onEnd }: RowProps) {
  const members = useFamilyPart('members')
  const Icon = icons[device.model]
  const name = deviceName(device)
  return (
    <article aria-label={name} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="bg-sunken text-muted grid size-11 shrink-0 place-items-center rounded-control">
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <h3 className="flex flex-wrap items-center gap-x-2 text-lg wrap-anywhere">
          <span translate={device.name === null ? undefined : 'no'} dir="auto">
            {name}
          </span>
          {device.isThis && (
            <span className="bg-grape-soft text-grape rounded-full px-2.5 py-0.5 font-sans text-sm font-bold">
              {texts.thisDevice}
            </span>
          )}
        </h3>
        <p className="wrap-anywhere">{usedBy(device, members)}</p>
        {!device.isThis && <p className="text-muted text-sm">{lastSeen(device.lastSeenAt, serverNow())}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-label={texts.renameOf(name)} onClick={onRename}>
          <Pencil aria-hidden />
          <span>{texts.rename}</span>
        </Button>
        {!device.isThis && (
          <Button variant="quiet" aria-label={texts.signOutOf(name)} onClick={onEnd}>
            <LogOut aria-hidden />
            <span>{texts.signOut}</span>
          </Button>
        )}
      </div>
    </article>
  )
}

function RenameDialog({ device, onClose }: { device: FamilyDevice; onClose: () => void }) {
  const [name, setName] = useState(device.name ?? '')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useCommand('renameDevice', { failure: texts.renameFailed })
  const submit = () => {
    const typed = DevicePatch.safeParse({ name })
    if (!typed.success) {
      setError(fieldMessages(typed.error)['name'])
      return field.current?.focus()
    }
    mutate({ deviceId: device.id, body: typed.data }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={texts.renameOf(deviceName(device))}
      size="small"
      submitLabel={isPending ? common.saving : common.save}
      busy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={field}
        data-autofocus
        label={texts.name}
        required
        hint={texts.nameHint}
        error={error}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget: { value } }) => {
          setName(value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}

function EndDialog({ device, isGone, onClose }: { device: FamilyDevice; isGone: boolean; onClose: () => void }) {
  const { mutate, isPending } = useCommand('endDevice', {
    success: texts.signedOut(deviceName(device)),
    failure: texts.signOutFailed,
  })
  return (
    <AlertDialog
      open={!isGone}
      onOpenChange={onClose}
      title={texts.signOutOf(deviceName(device))}
      description={device.isPaired ? texts.signOutPaired : texts.signOutAccount}
      confirmLabel={texts.signOut}
      destructive
      busy={isPending}
      onConfirm={() => mutate({ deviceId: device.id }, { onSettled: onClose })}
    />
  )
}
