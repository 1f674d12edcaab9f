import { useLayoutEffect } from 'react'

/**
 * Puts a room's colours and letters on the body: dialogs, menus and toasts stand beside the screen and
 * belong to its room all the same. What is read from `afar` has larger letters.
 */
export function useRoom(room: 'parent' | 'kid', afar = false): void {
  useLayoutEffect(() => {
    const { dataset } = document.body
    dataset['room'] = room
    if (afar) dataset['afar'] = ''
    return () => {
      delete dataset['room']
      delete dataset['afar']
    }
  }, [room, afar])
}
