import { useState, type Ref } from 'react'
import { isPicturePin } from '#domain/contract/members.ts'
import { SegmentedControl } from '#app/ui/controls/segmented-control.tsx'
import { family } from '#texts/family'
import { pins } from '#texts/pins'
import { PinPad } from './pin-pad.tsx'

export type PinFieldProps = {
  hasPin: boolean
  /** Whether the member's PIN, which is to be changed, is of pictures. */
  hasPicturePin: boolean
  pin: string
  onChange: (pin: string) => void
  error: string | undefined
  ref: Ref<HTMLElement>
}

/** Sets a PIN: of digits, or of pictures for those who cannot read digits yet. */
export function PinField({ hasPin, hasPicturePin, pin, onChange, error, ref }: PinFieldProps) {
  const [kind, setKind] = useState<'digits' | 'pictures'>(hasPicturePin || isPicturePin(pin) ? 'pictures' : 'digits')
  const label = hasPin ? family.newPin : family.pin
  const hints = {
    digits: { pin: family.pinHint, newPin: family.newPinHint },
    pictures: { pin: pins.picturePinHint, newPin: pins.newPicturePinHint },
  }[kind]
  return (
    <fieldset className="flex w-full min-w-0 flex-col items-start gap-2">
      <legend className="mb-1.5 text-sm font-bold">{label}</legend>
      <SegmentedControl
        label={pins.pinKind}
        value={kind}
        onValueChange={(next) => {
          setKind(next)
          onChange('')
        }}
        options={[
          { value: 'digits', label: pins.pinKinds.digits },
          { value: 'pictures', label: pins.pinKinds.pictures },
        ]}
      />
      <PinPad
        ref={ref}
        label={label}
        hint={hasPin ? hints.newPin : hints.pin}
        error={error}
        ofPictures={kind === 'pictures'}
        isOpen
        pin={pin}
        onChange={onChange}
      />
    </fieldset>
  )
}
