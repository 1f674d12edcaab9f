import { useNavigate } from 'react-router-dom'
import { afterGoingBack, isOverlayEntry } from './overlay-history.ts'

/**
 * Returns a function that opens another page, also from an overlay or right after one has closed: the page replaces the
 * overlay's history entry.
 */
export function useNavigateAway(): (path: string) => void {
  const navigate = useNavigate()
  return (path) => afterGoingBack(() => void navigate(path, { replace: isOverlayEntry() }))
}
