import { useEffect, useState } from 'react'
import { loadTitleWords } from '#app/texts/load-title-words.ts'
import { parseIcons, type NamedIcon } from './icon-words.ts'

let icons: Promise<readonly NamedIcon[]> | undefined

async function parseLoaded() {
  try {
    return parseIcons((await loadTitleWords()).table)
  } catch (error) {
    icons = undefined
    throw error
  }
}

/** Returns the icons with their words in the page's language, which are loaded once. */
const loadIcons = () => (icons ??= parseLoaded())

/** Returns the icons with their words once they are loaded, and none if that fails; undefined before. */
export function useIcons(isNeeded = true): readonly NamedIcon[] | undefined {
  const [loaded, setLoaded] = useState<readonly NamedIcon[]>()
  useEffect(() => {
    if (isNeeded) loadIcons().then(setLoaded, () => setLoaded([]))
  }, [isNeeded])
  return loaded
}
