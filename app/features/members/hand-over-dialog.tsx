import type { FamilyMember } from '#domain/contract/members.ts'
import type { FamilyId } from '#domain/contract/ids.ts'
import { noteAskedForPin } from '#app/lib/state/asked-for-pin.ts'
import { pins } from '#texts/pins'
import SetPinDialog from './set-pin-dialog.tsx'
import { useSwitchMember } from './use-switch-member.ts'

export type HandOverDialogProps = { familyId: FamilyId; acting: FamilyMember; kid: FamilyMember; onClose: () => void }

/** Asks a parent without a PIN, once on this device, to set it before a child takes over; then the switch goes on. */
export default function HandOverDialog({ familyId, acting, kid, onClose }: HandOverDialogProps) {
  const switchTo = useSwitchMember(familyId, acting.id)
  const goOn = () => {
    noteAskedForPin(acting.id)
    onClose()
    switchTo(kid)
  }
  return (
    <SetPinDialog
      parent={acting}
      title={pins.setPinFirst}
      description={pins.withoutPin(kid.displayName)}
      declineLabel={pins.notNow}
      onDecline={goOn}
      onSet={goOn}
      onClose={onClose}
    />
  )
}
