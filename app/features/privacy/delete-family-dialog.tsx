import { useId, useRef, type FormEvent } from 'react'
import type { Membership } from '#domain/contract/families.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { PasswordField } from '#app/ui/controls/password-field.tsx'
import { common } from '#texts/common'
import { privacy } from '#texts/privacy'
import { ExportFamilyButton } from './export-family-button.tsx'
import { passwordFault, useDeleteFamily } from './use-delete-family.ts'

type DeleteFamilyDialogProps = { family: Membership['family']; email: string; onClose: () => void }

/** Confirms the deletion by password. The password stays in its field and never enters form state. */
export default function DeleteFamilyDialog({ family, email, onClose }: DeleteFamilyDialogProps) {
  const form = useId()
  const password = useRef<HTMLInputElement>(null)
  const deletion = useDeleteFamily(family.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deletion.mutate(password.current?.value ?? '', { onError: () => password.current?.focus() })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose()
      }}
      title={privacy.deleteTitle(family.name)}
      description={privacy.cannotBeUndone}
      footer={
        <>
          <Button variant="quiet" disabled={deletion.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button variant="danger" type="submit" form={form} busy={deletion.isPending}>
            {deletion.isPending ? privacy.deleting : privacy.deleteFamily}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
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
        <form id={form} noValidate onSubmit={submit}>
          {/* Names the account for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            ref={password}
            label={privacy.yourPassword}
            hint={privacy.yourPasswordHint}
            autoComplete="current-password"
            error={passwordFault(deletion.error)}
          />
        </form>
      </div>
    </Dialog>
  )
}
