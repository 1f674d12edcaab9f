import type { FamilyMember } from '#domain/contract/members.ts'
import { noteAskedForPin } from '#app/lib/state/asked-for-pin.ts'
import { pins } from '#texts/pins'
import SetPinDialog from './set-pin-dialog.tsx'

export type HandOverDialogProps = {
  acting: FamilyMember
  kid: FamilyMember
  /** Goes on with the switch. Called for either answer; the caller outlives this dialog. */
  onAnswered: () => void
  onClose: () => void
}

/** Asks a parent without a PIN, once on this device, to set it before a child takes over; then the switch goes on. */
export default function HandOverDialog({ acting, kid, onAnswered, onClose }: HandOverDialogProps) {
  const goOn = () => {
    noteAskedForPin(acting.id)
    onAnswered()
  }
  return (
    <SetPinDialog
      parent={acting}
      title={pins.setPinFirst}
      description={pins.withoutPin(kid.displayName, acting.displayName)}
      declineLabel={pins.notNow}
      onDecline={goOn}
      onSet={goOn}
      onClose={onClose}
    />
  )
}
