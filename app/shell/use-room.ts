import { useLayoutEffect } from 'react'

/** Puts a room's colours and letters on the body: dialogs, menus and toasts stand beside the screen and belong to its room all the same. */
export function useRoom(room: 'parent' | 'kid'): void {
  useLayoutEffect(() => {
    document.body.dataset['room'] = room
    return () => void delete document.body.dataset['room']
  }, [room])
}
