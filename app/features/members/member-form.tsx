import type { ReactNode } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import type { NewMember } from '#domain/contract/members.ts'
import type { Body } from '#domain/contract/routes.ts'
import type { Draft } from '#app/lib/state/use-draft.ts'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { FormError } from '#app/ui/controls/form-error.tsx'
import { Switch } from '#app/ui/controls/switch.tsx'
import { common } from '#texts/common'
import { family } from '#texts/family'
import { reading } from '#texts/reading'
import { RolePicker } from './role-picker.tsx'
import { useNamesakeHint } from './use-namesake-hint.ts'

export type MemberFields = Pick<Body<'addMember'>, 'displayName' | 'role' | 'pin' | 'cannotRead'>

export type MemberFormProps = {
  title: string
  form: UseFormReturn<MemberFields, unknown, NewMember>
  onSubmit: (member: NewMember) => void
  draft: Draft
  onClose: () => void
  busy: boolean
  /** Content between the role and the face. */
  children?: ReactNode
  face: ReactNode
  /** The member that it is about, once there is one. */
  of: string | undefined
}

/** The form that the dialogs for adding and for editing a member share. */
export function MemberForm({ title, form, onSubmit, draft, onClose, busy, face, of, children }: MemberFormProps) {
  const { register, control, handleSubmit, formState } = form
  const { errors } = formState
  const submit = handleSubmit(onSubmit)
  const [role, name] = useWatch({ control, name: ['role', 'displayName'] })
  const hint = useNamesakeHint(name, of)
  return (
    <FormDialog
      title={title}
      submitLabel={busy ? common.saving : common.save}
      busy={busy}
      draft={draft}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <TextField
        label={family.name}
        required
        data-autofocus
        autoComplete="off"
        hint={hint}
        error={errors.displayName?.message}
        {...register('displayName')}
      />
      <Controller
        control={control}
        name="role"
        render={({ field }) => (
          <RolePicker value={field.value ?? 'kid'} onValueChange={field.onChange} error={errors.role?.message} />
        )}
      />
      {role === 'kid' && (
        <Controller
          control={control}
          name="cannotRead"
          render={({ field }) => (
            <Switch
              label={
                <>
                  <span>{reading.cannotRead}</span>
                  <span className="text-muted block text-sm font-normal">{reading.readsAloud}</span>
                </>
              }
              checked={field.value ?? false}
              onCheckedChange={field.onChange}
            />
          )}
        />
      )}
      {children}
      {face}
      <FormError sentence={errors.root?.message} />
    </FormDialog>
  )
}
