import { useRef, useState } from 'react'
import type { FamilyMember } from '#domain/contract/members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { common } from '#texts/common'
import { family } from '#texts/family'
import { digitsOf, isPin } from './pin.ts'
import { useEnterProfile } from './use-switch-member.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

export type PinDialogProps = {
  familyId: FamilyId
  member: FamilyMember
  onClose: () => void
  /** Signs out, so that a parent can sign in with the password after a PIN was forgotten. */
  onForgotten: () => void
}

export default function PinDialog({ familyId, member, onClose, onForgotten }: PinDialogProps) {
  const [pin, setPin] = useState('')
  const [isShort, setIsShort] = useState(false)
  const [lock, setLock] = useState<Lock>()
  const input = useRef<HTMLInputElement>(null)
  const secondsLeft = useSecondsLeft(lock?.until)
  const enterProfile = useEnterProfile(familyId)
  const again = () => {
    setPin('')
    input.current?.focus()
  }
  const { mutate, isPending } = useCommand('verifyPin', {
    success: ({ verified }) =>
      verified ? undefined : { title: common.error, description: family.invalidPin, destructive: true },
    failure: (error) => (lockOf(error) ? undefined : sentenceFrom(error, family.verifyFailed)),
  })
  const verify = () =>
    mutate(
      { memberId: member.id, body: { pin } },
      {
        onSuccess: ({ verified, wrongPins }) => {
          if (!verified) return again()
          onClose()
          return enterProfile(member, wrongPins)
        },
        onError: (error) => {
          setLock(lockOf(error))
          again()
        },
      },
    )
  const submit = () => {
    if (isPin(pin) && !waits && !isPending) verify()
  }
  const waits = lock !== undefined && (lock.until === undefined || secondsLeft > 0)

  return (
    <FormDialog
      title={family.enterPin(member.displayName)}
      size="small"
      submitLabel={isPending ? family.verifying : family.verify}
      busy={isPending}
      disabled={!isPin(pin) || waits}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={input}
        data-autofocus
        label={family.pin}
        hint={family.fourDigits}
        error={isShort ? family.pinTooShort : undefined}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={4}
        value={pin}
        onChange={(event) => setPin(digitsOf(event.currentTarget.value))}
        // A form with a disabled button does not submit, so Enter shows the hint instead.
        onKeyDown={(event) => setIsShort(event.key === 'Enter' && !isPin(pin))}
        className="[&_input]:font-display [&_input]:text-center [&_input]:text-3xl [&_input]:tracking-[0.6em] [&_input]:indent-[0.6em]"
      />
      <div role="alert">
        {waits && (
          <p className="bg-coral-soft text-coral-ink rounded-control p-3 font-semibold">
            {lock.until === undefined ? lock.sentence : lockedFor(secondsLeft)}
          </p>
        )}
      </div>
      <Button variant="bare" className="text-grape self-center" onClick={onForgotten}>
        {family.forgotPin}
      </Button>
    </FormDialog>
  )
}

/** The time until which PINs are refused; without `until` only the password helps. */
type Lock = { until: number | undefined; sentence: string }

function lockOf(error: Error): Lock | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  const sentence = sentenceFrom(error, family.verifyFailed)
  return { until: error.code === 'pin_locked' ? undefined : Date.now() + (error.retryAfter ?? 60) * 1000, sentence }
}

function lockedFor(seconds: number): string {
  return seconds < 60 ? family.lockedForSeconds(seconds) : family.lockedForMinutes(Math.ceil(seconds / 60))
}
