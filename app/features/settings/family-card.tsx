import { useForm } from 'react-hook-form'
import { FamilyPatch, type Membership } from '#domain/contract/families.ts'
import { resolverOf } from '#app/lib/form-resolver.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { common } from '#texts/common'
import { settings } from '#texts/settings'
import { SettingsCard } from './settings-card.tsx'
import { useRenameFamily } from './use-account.ts'

export function FamilyCard({ family: { id, name } }: { family: Membership['family'] }) {
  const rename = useRenameFamily(id)
  const { register, handleSubmit, formState, resetField } = useForm({
    resolver: resolverOf(FamilyPatch),
    // What somebody else calls the family meanwhile arrives, unless somebody is typing here.
    values: { name },
    resetOptions: { keepDirtyValues: true },
  })
  // The form keeps count of what was typed only for those who ask.
  const { dirtyFields: _asked, errors } = formState
  const submit = handleSubmit(({ name: typed = '' }) => rename.mutate(typed, { onSuccess: (family) => resetField('name', { defaultValue: family.name }) }))
  return (
    <SettingsCard title={settings.family}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField label={settings.familyName} autoComplete="off" hint={settings.familyNameHint} error={errors.name?.message} {...register('name')} />
        <Button type="submit" busy={rename.isPending} className="self-start">
          {rename.isPending ? common.saving : settings.saveFamily}
        </Button>
      </form>
    </SettingsCard>
  )
}
