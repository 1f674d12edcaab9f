import { useState, type ReactNode } from 'react'
import type { AnimatedProps } from './animated-element.tsx'
import { useMotionFeatures } from './motion-context.ts'

type PresenceProps = { isOpen: boolean; children: ReactNode }

/** Renders `children`, one element, while `isOpen`; `Animated` elements in it enter and exit with an animation. */
export function Presence(props: PresenceProps) {
  const [hasOpened, setOpened] = useState(props.isOpen)
  if (props.isOpen && !hasOpened) setOpened(true)
  // Renders nothing before the first opening, because a board has a menu for each card.
  return hasOpened ? <OpenedPresence {...props} /> : null
}

function OpenedPresence({ isOpen, children }: PresenceProps) {
  const features = useMotionFeatures(isOpen)
  const [{ wasOpen, openings }, setOpenings] = useState({ wasOpen: isOpen, openings: 0 })
  if (isOpen !== wasOpen) setOpenings({ wasOpen: isOpen, openings: openings + Number(isOpen) })
  const shown = isOpen && children
  // Remounts when opened during its exit, because Radix focuses content on mount.
  return features === undefined ? shown : <features.AnimatePresence key={openings}>{shown}</features.AnimatePresence>
}

/** An element that fades in when it is mounted, and out when its `Presence` closes. */
export function Animated(props: AnimatedProps) {
  const features = useMotionFeatures()
  if (features !== undefined) return <features.AnimatedElement {...props} />
  const { as: Element = 'div', from: _, ...rest } = props
  return <Element {...(rest as object)} />
}
