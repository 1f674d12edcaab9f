import { useRef } from 'react'
import type { Membership } from '#domain/contract/families.ts'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { PasswordField } from '#app/ui/controls/password-field.tsx'
import { privacy } from '#texts/privacy'
import { ExportFamilyButton } from './export-family-button.tsx'
import { passwordFault, useDeleteFamily } from './use-delete-family.ts'

type DeleteFamilyDialogProps = { family: Membership['family']; email: string; onClose: () => void }

/** Confirms the deletion by password. The password stays in its field and never enters form state. */
export default function DeleteFamilyDialog({ family, email, onClose }: DeleteFamilyDialogProps) {
  const password = useRef<HTMLInputElement>(null)
  const deletion = useDeleteFamily(family.id)
  const submit = () => deletion.mutate(password.current?.value ?? '', { onError: () => password.current?.focus() })
  return (
    <FormDialog
      title={privacy.deleteTitle(family.name)}
      description={privacy.cannotBeUndone}
      submitLabel={deletion.isPending ? privacy.deleting : privacy.deleteFamily}
      busy={deletion.isPending}
      destructive
      onSubmit={submit}
      onClose={onClose}
    >
      <div>
        <h3 className="text-lg">{privacy.whatGoes}</h3>
        <ul className="mt-2 flex list-disc flex-col gap-1.5 pl-5">
          {privacy.goes.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div className="bg-grape-soft flex flex-col gap-3 rounded-card p-4">
        <p>{privacy.keepCopy}</p>
        <ExportFamilyButton familyId={family.id} />
      </div>
      {/* Names the account for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={password}
        label={privacy.yourPassword}
        required
        hint={privacy.yourPasswordHint}
        autoComplete="current-password"
        error={passwordFault(deletion.error)}
      />
    </FormDialog>
  )
}
