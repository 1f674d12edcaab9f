import { useRef, useState } from 'react'
import type { FamilyMember, PinVerdict } from '#domain/contract/members.ts'
import { ApiError, sentenceFrom } from '#app/lib/api/api-error.ts'
import { announceFormError } from '#app/state/announce.ts'
import { allowSpeech, speak } from '#app/lib/device/speech.ts'
import { useCommand } from '#app/lib/state/use-command.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { Button } from '#app/ui/controls/button.tsx'
import { AlertDialog } from '#app/ui/overlays/alert-dialog.tsx'
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx'
import { common } from '#texts/common'
import { family } from '#texts/family'
import { pins } from '#texts/pins'
import { PinPad } from './pin-pad.tsx'
import { pinLength } from './pin.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

export type PinDialogProps = {
  member: FamilyMember
  /** A child may hold this device: the question about a forgotten PIN is put to them. */
  isKidDevice: boolean
  onVerified: (verdict: PinVerdict) => void
  onClose: () => void
  /** Signs out, so that a parent can sign in with the password after a PIN was forgotten; missing without an account. */
  onForgotten?: (() => void) | undefined
}

/** Asks for a member's PIN, and verifies it with its fourth digit or picture. */
export default function PinDialog({ member, isKidDevice, onVerified, onClose, onForgotten }: PinDialogProps) {
  const [pin, setPin] = useState('')
  const [isShort, setIsShort] = useState(false)
  const [isWrong, setIsWrong] = useState(false)
  const [isForgotten, setIsForgotten] = useState(false)
  const [lock, setLock] = useState<Lock>()
  const input = useRef<HTMLElement>(null)
  const secondsLeft = useSecondsLeft(lock?.until)
  const ofPictures = member.hasPicturePin
  const again = (refusal?: string) => {
    if (member.cannotRead && refusal !== undefined) speak(refusal)
    setPin('')
    // The pad says it, in place of the toast.
    announceFormError(family.invalidPin, true)
  }
  const { mutate, isPending } = useCommand('verifyPin', {
    success: ({ verified }) =>
      verified ? undefined : { title: common.error, description: family.invalidPin, destructive: true },
    failure: (error) => (lockOf(error) ? undefined : sentenceFrom(error, family.verifyFailed)),
  })
  const waits = lock !== undefined && (lock.until === undefined || secondsLeft > 0)
  const verify = (complete: string) => {
    if (complete.length < pinLength || waits || isPending) return
    // The refusal is spoken after the tap has ended.
    if (member.cannotRead) allowSpeech()
    mutate(
      { memberId: member.id, body: { pin: complete } },
      {
        onSuccess: (verdict) => {
          setIsWrong(!verdict.verified)
          if (!verdict.verified) return again(pins.notThisPin)
          onClose()
          return onVerified(verdict)
        },
        onError: (error) => {
          const refused = lockOf(error)
          setLock(refused)
          again(refused?.sentence)
        },
      },
    )
  }
  const change = (next: string) => {
    if (isPending) return
    setPin(next)
    setIsShort(false)
    setIsWrong(false)
    if (next.length > pin.length) verify(next)
  }

  return (
    <FormDialog
      title={family.enterPin(member.displayName)}
      size="keypad"
      submitLabel={isPending ? family.verifying : family.verify}
      busy={isPending}
      disabled={pin.length < pinLength || waits}
      onSubmit={() => {
        setIsShort(pin.length < pinLength)
        verify(pin)
      }}
      onClose={onClose}
    >
      <PinPad
        ref={input}
        isFirst
        face={avatarProps(member)}
        error={isShort ? family.pinTooShort : undefined}
        ofPictures={ofPictures}
        pin={pin}
        onChange={change}
        wrong={isWrong && !waits ? pins.notThisPin : undefined}
        waiting={waits ? (lock.until === undefined ? lock.sentence : lockedFor(secondsLeft)) : undefined}
      />
      {onForgotten && (
        <>
          <Button
            variant="bare"
            className="text-grape self-center whitespace-normal"
            onClick={() => setIsForgotten(true)}
          >
            {family.forgotPin}
          </Button>
          <AlertDialog
            open={isForgotten}
            onOpenChange={setIsForgotten}
            focusInstead={() => input.current}
            title={isKidDevice ? pins.askGrownUp : pins.signOutHere}
            description={isKidDevice ? pins.signOutWithGrownUp : pins.signOutHereText}
            confirmLabel={pins.signOut}
            onConfirm={onForgotten}
          />
        </>
      )}
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
