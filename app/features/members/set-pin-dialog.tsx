import { useId, useState, type FormEvent } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import { sentenceFrom } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { family } from '#texts/family'
import { pins } from '#texts/pins'
import { PinPad } from './pin-pad.tsx'
import { pinLength } from './pin.ts'

export type SetPinDialogProps = {
  parent: FamilyMember
  title: string
  description: string
  /** The label of the button that sets none. */
  declineLabel: string
  onDecline: () => void
  onSet: () => void
  onClose: () => void
}

/** Sets the PIN of a parent who has none. */
export default function SetPinDialog(props: SetPinDialogProps) {
  const { parent, title, description, declineLabel, onDecline, onSet, onClose } = props
  const form = useId()
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useCommand('setPin', { success: family.pinWasSet, failure: family.setPinFailed })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pin.length < pinLength || isPending) return
    mutate(
      { memberId: parent.id, body: { pin } },
      { onSuccess: onSet, onError: (problem) => setError(sentenceFrom(problem, family.setPinFailed)) },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={description}
      size="keypad"
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={onDecline}>
            {declineLabel}
          </Button>
          <Button type="submit" form={form} busy={isPending} disabled={pin.length < pinLength}>
            {pins.setPin}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <PinPad
          isFirst
          face={avatarProps(parent)}
          error={error}
          pin={pin}
          onChange={(next) => {
            setPin(next)
            setError(undefined)
          }}
        />
      </form>
    </Dialog>
  )
}
