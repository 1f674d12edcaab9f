import { listed, withFace } from '#app/texts/isolated.ts'
import { Avatar, type AvatarPerson } from './avatar.tsx'
import { cn } from '../layout/cn.ts'

export type AvatarStackProps = {
  people: readonly (AvatarPerson & { id: string })[]
  /** The number of faces shown before '+N' counts the rest. */
  most: number
  size?: 'small' | 'normal'
  className?: string
}

/** Overlapping faces; screen readers get one list of names. */
export function AvatarStack({ people, most, size = 'small', className }: AvatarStackProps) {
  const rest = people.length - most
  const names = listed(people.map(({ name, faceWords }) => withFace(name, faceWords)))
  if (people.length === 0) return null
  return (
    <span title={names} translate="no" className={cn('flex items-center', className)}>
      {people.slice(0, most).map(({ id, ...person }) => (
        <Avatar
          key={id}
          {...person}
          faceWords={undefined}
          decorative
          size={size}
          className="ring-panel -ml-1.5 ring-2 first:ml-0"
        />
      ))}
      <span className="sr-only">{names}</span>
      {rest > 0 && (
        <span aria-hidden className="text-muted ml-1.5 text-sm font-bold tabular-nums">
          +{rest}
        </span>
      )}
    </span>
  )
}
