import { atom, useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

const slotAtom = atom<HTMLElement | null>(null)

/** Where the header of a phone or of a child shows what a screen puts into its `TopRow`. */
export function TopRowSlot({ className }: { className: string }) {
  return <div ref={useSetAtom(slotAtom)} className={className} />
}

/** A part of a screen that stands in the header, where that has a place for it. */
export function TopRow({ children }: { children: ReactNode }) {
  const slot = useAtomValue(slotAtom)
  return slot && createPortal(children, slot)
}
