import { useEffect, useState } from 'react'
import { loadIconWords } from '#app/texts/load-icon-words.ts'
import { iconForTitle, parseIcons, type NamedIcon } from './icon-words.ts'

let icons: Promise<readonly NamedIcon[]> | undefined

async function parseLoaded() {
  try {
    return parseIcons(await loadIconWords())
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

type TitleForm = {
  getValues: (name: 'title') => string
  subscribe: (to: { name: 'title'; formState: { values: true }; callback: () => void }) => () => void
}

/**
 * Calls `onOffer` with the icon for the title of a form, now and after each change of the title; undefined for none.
 * Returns a function that stops that.
 */
export function offerIcons(form: TitleForm, onOffer: (icon: string | undefined) => void): () => void {
  let isStopped = false
  const offer = async () => {
    const known = form.getValues('title') === '' ? [] : await loadIcons()
    if (!isStopped) onOffer(iconForTitle(form.getValues('title'), known))
  }
  const start = () => void offer().catch(() => {})
  const unsubscribe = form.subscribe({ name: 'title', formState: { values: true }, callback: start })
  start()
  return () => {
    isStopped = true
    unsubscribe()
  }
}
