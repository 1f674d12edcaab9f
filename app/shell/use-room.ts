import { useLayoutEffect } from 'react'

/**
 * Sets the theme on the body, so that dialogs, menus and toasts, which render beside the screen, have it as well.
 * With `afar`, for a wall, text is larger.
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
