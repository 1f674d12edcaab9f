import { useState, type Ref } from 'react'
import { isPicturePin } from '#domain/contract/members.ts'
import { SegmentedControl } from '#app/ui/controls/segmented-control.tsx'
import { TextField } from '#app/ui/controls/text-field.tsx'
import { family } from '#texts/family'
import { pins } from '#texts/pins'
import { PinPad } from './pin-pad.tsx'
import { digitsOf, pinLength } from './pin.ts'

export type PinFieldProps = {
  hasPin: boolean
  /** Whether the member's PIN, which is to be changed, is of pictures. */
  hasPicturePin: boolean
  pin: string
  onChange: (pin: string) => void
  onBlur: () => void
  error: string | undefined
  ref: Ref<HTMLElement>
}

/** Sets a PIN: of digits, or of pictures for those who cannot read digits yet. */
export function PinField({ hasPin, hasPicturePin, pin, onChange, onBlur, error, ref }: PinFieldProps) {
  const [kind, setKind] = useState<'digits' | 'pictures'>(hasPicturePin || isPicturePin(pin) ? 'pictures' : 'digits')
  const label = hasPin ? family.newPin : family.pin
  return (
    <div className="flex w-full flex-col items-start gap-2">
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
      {kind === 'digits' ? (
        <TextField
          ref={ref as Ref<HTMLInputElement>}
          label={label}
          hint={hasPin ? family.newPinHint : family.pinHint}
          error={error}
          type="password"
          inputMode="numeric"
          // With another value browsers fill in the site's password.
          autoComplete="new-password"
          maxLength={pinLength}
          name="pin"
          value={pin}
          onBlur={onBlur}
          onChange={(event) => onChange(digitsOf(event.currentTarget.value))}
          className="w-full [&_input]:max-w-48 [&_input]:tracking-[0.4em]"
        />
      ) : (
        <fieldset className="flex w-full flex-col gap-1.5">
          <legend className="mb-1.5 text-sm font-bold">{label}</legend>
          <PinPad
            ref={ref}
            label={label}
            hint={hasPin ? pins.newPicturePinHint : pins.picturePinHint}
            error={error}
            ofPictures
            isOpen
            pin={pin}
            onChange={onChange}
          />
        </fieldset>
      )}
    </div>
  )
}
