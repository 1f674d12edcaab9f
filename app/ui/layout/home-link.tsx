import { Link } from 'react-router-dom'
import { BubbleMark } from '../media/bubble-mark.tsx'

/** The name of the app as a link to the landing page. */
export function HomeLink() {
  return (
    <Link to="/" translate="no" className="touch font-display flex items-center gap-2 rounded-control px-2 text-xl font-bold">
      <BubbleMark className="size-8" />
      Bubblequest
    </Link>
  )
}
