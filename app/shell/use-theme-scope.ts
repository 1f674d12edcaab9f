import { useLayoutEffect } from 'react'

/**
 * Sets the theme on the body, so that dialogs, menus and toasts, which render beside the screen, have it as well.
 * With `afar`, for a wall, text is larger.
 */
export function useThemeScope(room: 'parent' | 'kid', afar = false): void {
  useLayoutEffect(() => {
    const { dataset } = document.body
    dataset['themeScope'] = room
    if (afar) dataset['afar'] = ''
    return () => {
      delete dataset['themeScope']
      delete dataset['afar']
    }
  }, [room, afar])
}
