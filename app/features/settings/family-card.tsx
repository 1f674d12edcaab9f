import { FamilyPatch, type Membership } from '#domain/contract/families.ts'
import { useServerPart } from '#app/lib/state/family-store.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { useLiveForm } from '#app/lib/state/use-live-form.ts'
import { useWeekStartSelect } from '#app/lib/time/week-start.ts'
import { useZoneSelect } from '#app/lib/time/zone-select.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { DraftNote } from '#app/ui/feedback/draft-note.tsx'
import { Select } from '#app/ui/controls/select.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { toast } from '#app/state/toast.ts'
import { common } from '#texts/common'
import { settings } from '#texts/settings'
import { SettingsCard } from './settings-card.tsx'

export function FamilyCard({ family: { id } }: { family: Membership['family'] }) {
  const edit = useCommand('editFamily', { success: settings.familyUpdated, failure: settings.familyFailed })
  // The server's name, because the shown state includes a pending name that is not saved yet.
  const name = useServerPart('family')?.name ?? ''
  const { form, touched, untouch, draft } = useLiveForm(FamilyPatch, { name }, `family ${id}`)
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  const submit = handleSubmit((fields) => {
    const patch = touched(fields)
    if (patch.name === undefined) return void toast({ title: common.success, description: settings.familyUpdated })
    draft.sent(edit.mutateAsync({ familyId: id, body: patch }, { onSuccess: untouch(patch) }))
  })
  const zone = useZoneSelect()
  const weekStart = useWeekStartSelect()
  return (
    <SettingsCard title={settings.family}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <DraftNote draft={draft} />
        <TextField
          label={settings.familyName}
          required
          autoComplete="off"
          hint={settings.familyNameHint}
          error={errors.name?.message}
          {...register('name')}
        />
        <Button type="submit" busy={edit.isPending} className="self-start">
          {edit.isPending ? common.saving : settings.saveFamily}
        </Button>
      </form>
      <Select {...zone} className="mt-5" />
      <Select {...weekStart} className="mt-5" />
    </SettingsCard>
  )
}
