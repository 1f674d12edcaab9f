import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import type { FamilyMember } from '#domain/contract/family-members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { call } from '#app/lib/api-client.ts'
import { ApiError, sentenceFrom } from '#app/lib/api-error.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { toast } from '#app/ui/toast.ts'
import { FormButtons } from '#app/ui/form-buttons.tsx'
import { digitsOf, isPin } from './pin.ts'
import { useArrival } from './use-switch-member.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

export type PinDialogProps = {
  familyId: FamilyId
  member: FamilyMember
  onClose: () => void
  /** Signs out, so that a parent can sign in with the password: the way back in when a PIN is forgotten. */
  onForgotten: () => void
}

export default function PinDialog({ familyId, member, onClose, onForgotten }: PinDialogProps) {
  const [pin, setPin] = useState('')
  const [isShort, setIsShort] = useState(false)
  const [lock, setLock] = useState<Lock>()
  const input = useRef<HTMLInputElement>(null)
  const secondsLeft = useSecondsLeft(lock?.until)
  const arrive = useArrival(familyId)
  const again = () => {
    setPin('')
    input.current?.focus()
  }
  const verify = useMutation({
    mutationFn: () => call('verifyPin', { memberId: member.id }, { pin }),
    onSuccess: ({ verified }) => {
      if (verified) {
        onClose()
        return arrive(member)
      }
      toast({ title: 'Error', description: 'Invalid PIN', destructive: true })
      return again()
    },
    onError: (error) => {
      const locked = lockOf(error)
      setLock(locked)
      if (!locked) toast({ title: 'Error', description: sentenceFrom(error, 'Failed to verify PIN'), destructive: true })
      again()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPin(pin) && !waits && !verify.isPending) verify.mutate()
  }
  const waits = lock !== undefined && (lock.until === undefined || secondsLeft > 0)

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Enter PIN for ${member.displayName}`}
      size="small"
      footer={
        <FormButtons
          form="pin-form"
          label={verify.isPending ? 'Verifying...' : 'Verify'}
          busy={verify.isPending}
          disabled={!isPin(pin) || waits}
          onCancel={onClose}
        />
      }
    >
      <form id="pin-form" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          ref={input}
          data-autofocus
          label="PIN"
          hint="4 digits"
          error={isShort ? 'PIN must be 4 digits' : undefined}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={pin}
          onChange={(event) => setPin(digitsOf(event.currentTarget.value))}
          // With its button disabled a form does not submit; the key still gets an answer.
          onKeyDown={(event) => setIsShort(event.key === 'Enter' && !isPin(pin))}
          className="[&_input]:font-display [&_input]:text-center [&_input]:text-3xl [&_input]:tracking-[0.6em] [&_input]:indent-[0.6em]"
        />
        <div role="alert">
          {waits && (
            <p className="bg-coral-soft text-coral-ink rounded-control p-3 font-semibold">
              {lock.until === undefined ? lock.sentence : `Too many wrong PINs. Please try again in ${spoken(secondsLeft)}.`}
            </p>
          )}
        </div>
        <Button look="bare" className="text-grape self-center" onClick={onForgotten}>
          Forgot the PIN? Sign in with the password
        </Button>
      </form>
    </Dialog>
  )
}

/** Until when no PIN is taken; without an end only the password helps. */
type Lock = { until: number | undefined; sentence: string }

function lockOf(error: Error): Lock | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined
  const sentence = sentenceFrom(error, 'Failed to verify PIN')
  return { until: error.code === 'pin_locked' ? undefined : Date.now() + (error.retryAfter ?? 60) * 1000, sentence }
}

function spoken(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
