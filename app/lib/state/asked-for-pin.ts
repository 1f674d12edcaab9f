import type { MemberId } from '#domain/contract/ids.ts'
import { store } from '#app/state/store.ts'
import { storedAtom } from './stored-atom.ts'

/** The parents without a PIN who were asked on this device to set one before a child takes over, by their ids. */
export const askedForPinAtom = storedAtom('askedForPin', (text) => text)

export const wasAskedForPin = (parent: MemberId): boolean => store.get(askedForPinAtom)?.includes(parent) === true

export function noteAskedForPin(parent: MemberId): void {
  store.set(askedForPinAtom, `${store.get(askedForPinAtom) ?? ''} ${parent}`.trim())
}
