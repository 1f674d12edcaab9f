import { useAtomValue } from 'jotai'
import { announcementsAtom } from '#app/state/announce.ts'

/**
 * The live region of the whole app, rendered once and from the start: screen readers ignore the text of a region that
 * they do not know yet. `announce` fills it.
 */
export function Announcer() {
  const announcements = useAtomValue(announcementsAtom)
  return (
    <div id="announcements" aria-live="polite" className="sr-only">
      {announcements.map(({ id, sentence }) => (
        <p key={id}>{sentence}</p>
      ))}
    </div>
  )
}
