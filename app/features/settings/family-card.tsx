import { FamilyPatch, type Membership } from '#domain/contract/families.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useLiveForm } from '#app/lib/state/live-form.ts'
import { deviceTimeZone, useSetTimeZone } from '#app/lib/time/time-zone.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { settings } from '#texts/settings'
import { SettingsCard } from './settings-card.tsx'
import { useRenameFamily } from './use-account.ts'

export function FamilyCard({ family: { id, name, timeZone } }: { family: Membership['family'] }) {
  const rename = useRenameFamily(id)
  const { form, touched, untouch } = useLiveForm(FamilyPatch, { name })
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const submit = handleSubmit((fields) => {
    const patch = touched(fields)
    if (patch.name === undefined) return void toast({ title: common.success, description: settings.familyUpdated })
    rename.mutate(patch.name, { onSuccess: untouch(patch) })
  })
  const setZone = useSetTimeZone(id)
  const ours = deviceTimeZone()
  const setOurs = () =>
    setZone.mutate(ours, {
      onSuccess: () => toast({ title: common.success, description: settings.familyUpdated }),
      onError: (error) => toast({ title: common.error, description: sentenceFrom(error, settings.familyFailed), destructive: true }),
    })
  return (
    <SettingsCard title={settings.family}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField label={settings.familyName} autoComplete="off" hint={settings.familyNameHint} error={errors.name?.message} {...register('name')} />
        <Button type="submit" busy={rename.isPending} className="self-start">
          {rename.isPending ? common.saving : settings.saveFamily}
        </Button>
      </form>
      <dl className="mt-5">
        <dt className="font-bold">{settings.timeZone}</dt>
        <dd>{zoneName(timeZone)}</dd>
        <dd className="text-muted text-sm">{settings.timeZoneHint}</dd>
      </dl>
      {ours !== timeZone && (
        <Button look="soft" busy={setZone.isPending} className="mt-3" onClick={setOurs}>
          {settings.moveToZone(zoneName(ours))}
        </Button>
      )}
    </SettingsCard>
  )
}

/** As people read it: of `America/New_York` the underscore is nobody's. */
const zoneName = (timeZone: string) => timeZone.replaceAll('_', ' ')
