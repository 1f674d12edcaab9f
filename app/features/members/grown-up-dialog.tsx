import { useState } from 'react'
import type { WrongPins } from '#domain/contract/families.ts'
import type { FamilyMember } from '#domain/contract/members.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { FacesDialog } from '#app/ui/overlays/faces-dialog.tsx'
import { pins } from '#texts/pins'
import PinDialog from './pin-dialog.tsx'

export type GrownUpDialogProps = {
  /** The parents who have a PIN. */
  parents: readonly FamilyMember[]
  onVerified: (parent: FamilyMember, wrongPins?: WrongPins) => void
  onForgotten: () => void
  onClose: () => void
}

/** Asks for the PIN of a parent, before something that a child may not do alone. */
export default function GrownUpDialog({ parents, onVerified, onForgotten, onClose }: GrownUpDialogProps) {
  const [chosen, setChosen] = useState(parents.length === 1 ? parents[0] : undefined)
  if (chosen === undefined) {
    return (
      <FacesDialog
        title={pins.askGrownUp}
        description={pins.whichGrownUp}
        people={parents.map((parent) => ({ id: parent.id, ...avatarProps(parent) }))}
        onChoose={({ id }) => setChosen(parents.find((parent) => parent.id === id))}
        onClose={onClose}
      />
    )
  }
  return (
    <PinDialog
      member={chosen}
      isKidDevice
      onVerified={(wrongPins) => onVerified(chosen, wrongPins)}
      onForgotten={onForgotten}
      onClose={onClose}
    />
  )
}
