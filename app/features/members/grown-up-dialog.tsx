import { useState } from 'react'
import type { FamilyMember, PinVerdict } from '#domain/contract/members.ts'
import { avatarProps } from '#app/lib/text/avatar-props.ts'
import { FacesDialog } from '#app/ui/overlays/faces-dialog.tsx'
import { pins } from '#texts/pins'
import PinDialog from './pin-dialog.tsx'

export type GrownUpDialogProps = {
  /** The parents who have a PIN. */
  parents: readonly FamilyMember[]
  onVerified: (parent: FamilyMember, verdict: PinVerdict) => void
  onForgotten?: (() => void) | undefined
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
      onVerified={(verdict) => onVerified(chosen, verdict)}
      onForgotten={onForgotten}
      onClose={onClose}
    />
  )
}
