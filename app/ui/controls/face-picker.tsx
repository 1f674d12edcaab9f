import type { ReactNode } from 'react'
import { withFace } from '#app/texts/isolated.ts'
import { Avatar, type AvatarPerson } from '../media/avatar.tsx'
import { RadioGroup } from './radio-group.tsx'

export type FacePickerProps<Id extends string> = {
  /** The accessible name of the choice: 'Whose gems'. */
  label: string
  people: readonly (AvatarPerson & {
    id: Id
    /** Content below the name, and its text for screen readers. */
    below?: ReactNode
    belowInWords?: string | undefined
  })[]
  value: Id
  onValueChange: (id: Id) => void
}

/** Chooses a member by face. */
export function FacePicker<Id extends string>({ label, people, value, onValueChange }: FacePickerProps<Id>) {
  return (
    <RadioGroup
      label={label}
      value={value}
      onValueChange={onValueChange}
      className="flex flex-wrap gap-2"
      optionClassName="border-line bg-panel hover:bg-sunken data-checked:border-grape data-checked:bg-grape-soft flex max-w-full items-center gap-3 rounded-card border-2 py-2 pr-4 pl-2 text-left"
      options={people.map(({ id, below, belowInWords, ...person }) => ({
        value: id,
        name: [withFace(person.name, person.faceWords), belowInWords].filter(Boolean).join(', '),
        content: (
          <>
            <Avatar {...person} decorative size="large" />
            <span className="min-w-0">
              <span translate="no" dir="auto" className="block truncate font-bold">
                {person.name}
              </span>
              {below !== undefined && (
                <span className="flex min-h-6 items-center gap-1 font-bold tabular-nums">{below}</span>
              )}
            </span>
          </>
        ),
      }))}
    />
  )
}
