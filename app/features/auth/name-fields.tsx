import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { signup } from '#texts/signup'

type Names = { firstName: string; lastName: string }

export type NameFieldsProps = {
  /** Registered by the form, in the order of its fields: the first faulty one gets the focus. */
  fields: Record<keyof Names, UseFormRegisterReturn>
  errors: FieldErrors<Names>
  /** The first name has the focus when the page opens. */
  isFirst?: boolean
}

/** The first and the last name of an account's owner, side by side where there is room. */
export function NameFields({ fields, errors, isFirst = false }: NameFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={signup.firstName}
        data-autofocus={isFirst || undefined}
        required
        autoComplete="given-name"
        enterKeyHint="next"
        error={errors.firstName?.message}
        {...fields.firstName}
      />
      <TextField
        label={signup.lastName}
        required
        autoComplete="family-name"
        enterKeyHint="next"
        error={errors.lastName?.message}
        {...fields.lastName}
      />
    </div>
  )
}
